import pytest
from django.test import Client

METRICS = "/metrics"


def test_metrics_are_refused_without_the_token(client: Client, settings: object) -> None:
    settings.METRICS_TOKEN = ""
    unset = client.get(METRICS, headers={"Authorization": "Bearer "})
    settings.METRICS_TOKEN = "open sesame"
    wrong = client.get(METRICS, headers={"Authorization": "Bearer open"})

    assert (unset.status_code, wrong.status_code) == (403, 403)


@pytest.mark.django_db
def test_metrics_count_answers_by_view_and_status(client: Client, settings: object) -> None:
    settings.METRICS_TOKEN = "open sesame"
    client.get("/terms/")
    client.get("/what-a-stranger/typed/")
    answer = client.get(METRICS, headers={"Authorization": "Bearer open sesame"})

    assert answer.status_code == 200
    lines = answer.text.splitlines()
    assert any(line.startswith('taluva_requests_total{status="200",view="terms"}') for line in lines)
    assert any(line.startswith('taluva_requests_total{status="404",view="none"}') for line in lines)
    assert 'taluva_ready{part="database"} 1.0' in lines
    assert 'taluva_ready{part="redis"} 0.0' in lines
    assert not any("what-a-stranger" in line for line in lines)
