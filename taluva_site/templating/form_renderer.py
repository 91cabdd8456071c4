from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Forms look the same everywhere: label, help, field, error."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
