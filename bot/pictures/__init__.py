"""Pictures of what is on the table: data (`spec`), made from a view (`build`), drawn (`draw`)."""
