"""What somebody sends to study it: text and files, and how it is kept."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.history.studies.study_records import LONGEST, RecordDamage
from games.models.study import TITLE


class MultipleFileInput(forms.FileInput):
    """A choice of several files at once."""

    allow_multiple_selected = True


class StudyForm(forms.Form):
    """Records, typed or in files: what files hold joins the text, so that it can be mended there.

    One of both will do, and so none says that it may stay empty.
    """

    all_optional = True

    text = forms.CharField(
        label=gettext_lazy("Records"),
        widget=forms.Textarea({"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "record"}),
        strip=False,
        required=False,
        help_text=gettext_lazy("One or more, one after the other, as downloaded from any game here."),
    )
    file = forms.FileField(
        label=gettext_lazy("Files with records"),
        widget=MultipleFileInput({"accept": ".txt,text/plain"}),
        required=False,
    )
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=TITLE,
        required=False,
        help_text=gettext_lazy("Without a title, it is named after the day."),
    )
    public = forms.BooleanField(label=gettext_lazy("Publish: anyone can find and view it"), required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile] | None = None,
        **more: Any,
    ) -> None:
        self.unread: list[str] = []
        if data is not None and files:
            data = data.copy()
            data["text"] = "\n".join(filter(None, [data.get("text", ""), *map(self.read, files.getlist("file"))]))
        super().__init__(data, **more)

    def read(self, file: UploadedFile) -> str:
        """Return the text of a file; of one that has none, nothing, and the form says so."""
        if (file.size or 0) > LONGEST:
            self.unread.append(_("%(name)s is too large for a record.") % {"name": file.name})
            return ""
        try:
            return file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            self.unread.append(_("%(name)s is not a text file.") % {"name": file.name})
            return ""

    def clean(self) -> dict[str, Any]:
        for sentence in self.unread:
            self.add_error("file", sentence)
        return super().clean() or {}

    def blame(self, damage: RecordDamage) -> None:
        """Add an error to the text that says what is wrong with a record, with the clause in its rules."""
        page = reverse("rules-of", args=[damage.rules]) if damage.rules else reverse("rules")
        link = format_html('<a href="{}#{}">{}</a>', page, damage.clause, damage.clause)
        self.add_error("text", format_html("{} ({})", damage.sentence, link))
