from django.urls import path
from django.views.generic import TemplateView

urlpatterns = [
    path("games/", TemplateView.as_view(template_name="games/dashboard.html"), name="dashboard"),
    path("tables/", TemplateView.as_view(template_name="games/lobby.html"), name="lobby"),
    path("rules/", TemplateView.as_view(template_name="games/rules.html"), name="rules"),
]
