"""The page in the browser: a platform of its own.

`app` starts and stops the server, `guard` and `names` keep strangers out, `inbound` makes requests
to it into requests to the host, `outbound` keeps the threads, `live` tells open tabs, `sessions`
knows who a tab is, `messages` is the form of a message on the wire, `pages` and `words` are what is
not a screen. What the browser runs lies in `static`.
"""

from adapters.web.app import WebApp, WebUnavailable

__all__ = ["WebApp", "WebUnavailable"]
