FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1

# With it names are shaped and ordered as their script wants it.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /app

# The lock changes less often than the code: its layer is kept.
COPY requirements.txt ./
RUN pip install --require-hashes --requirement requirements.txt

COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY adapters adapters
RUN pip install --no-deps --no-build-isolation . \
    && useradd --system --home-dir /data --shell /usr/sbin/nologin pinnacola \
    && install --directory --owner=pinnacola --mode=0700 /data

USER pinnacola
WORKDIR /data
# Inside the container all addresses: who may reach the page is said by --publish.
ENV DATA_DIR=/data \
    WEB_HOST=0.0.0.0
VOLUME /data
EXPOSE 8080

# No HEALTHCHECK: the bot ends when it cannot go on.
CMD ["pinnacola"]
