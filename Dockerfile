# One image for every process of the club; compose.yaml says which command each runs.
FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TALUVA_VAR=/club/var
WORKDIR /club
COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY manage.py pyproject.toml LICENSE NOTICE ./
COPY taluva_site taluva_site
COPY accounts accounts
COPY games games
COPY templates templates
COPY static static
COPY locale locale
# Static files and translations belong to the image: they change with the code and with nothing else. Without variables
# this is an embedded club, whose files are not compressed; so the six are given, with values that only this step sees.
RUN export DATABASE_URL=postgresql://nobody@nowhere/none REDIS_URL=redis://nowhere EMAIL_URL=smtp://nowhere \
    ALLOWED_HOSTS=localhost SITE_URL=http://localhost SECRET_KEY=only-for-this-step-0123456789-abcdefghijklmnopqrstuvwxyz \
    && python manage.py collectstatic --noinput -v0 \
    && python manage.py translations compile \
    && useradd --system --home /club club && mkdir -p files var/numba && chown -R club var files
USER club
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["python", "-m", "taluva_site.server", "--host", "0.0.0.0", "--port", "8000"]
