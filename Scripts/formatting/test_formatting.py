"""The formatters by example. usage: python3 -B -m unittest discover Scripts/formatting"""

import unittest

import css
import scripts
import templates

LONG = "word " * 30


class FormattingTests(unittest.TestCase):
    def test_a_style_sheet_has_one_selector_and_one_declaration_a_line(self):
        self.assertEqual(
            css.formatted('a,b:is(c, d){e:f(g,h) ;i : "{ ; }"}\n@media (j: k) { l { m: n; } /* o */ }\n'),
            'a,\nb:is(c, d) {\n  e: f(g, h);\n  i: "{ ; }";\n}\n@media (j: k) {\n  l {\n    m: n;\n  }\n  /* o */\n}\n')

    def test_long_values_break_at_commas_and_long_selectors_within_their_parentheses(self):
        shadow = "inset 0 1px 2px rgb(31 38 36 / 6%)"
        self.assertEqual(css.formatted(f"a {{ b: {', '.join([shadow] * 4)}; }}"),
                         "a {\n  b:\n    " + ",\n    ".join([shadow] * 4) + ";\n}\n")
        names = [f'[type="kind-{number}"]' for number in range(8)]
        self.assertEqual(css.formatted(f"a:is({', '.join(names)}) {{ b: c }}"),
                         "a:is(\n  " + ",\n  ".join(names) + "\n) {\n  b: c;\n}\n")

    def test_a_template_breaks_where_white_space_means_nothing(self):
        long = "x" * 90
        for line, broken in [
            (f'<div><p class="{long}">a</p><p>b</p></div>', f'<div><p class="{long}">a</p>\n<p>b</p></div>'),
            (f'<input name="{long}" value="{{{{ value }}}}" required>',
             f'<input name="{long}"\n  value="{{{{ value }}}}" required>'),
            (f"<b>{long}</b>{{% if isLong %}}<i>{{{{ it }}}}</i>{{% end %}}",
             f"<b>{long}</b>\n{{%- if isLong %}}<i>{{{{ it }}}}</i>{{% end %}}"),
        ]:
            self.assertEqual(templates.formatted(line), broken)

    def test_a_text_whose_line_ends_show_is_not_broken(self):
        for tag, element in [('p class="note-text"', "p"), ("textarea", "textarea"), ("pre", "pre")]:
            self.assertIn(f">{LONG}</{element}>", templates.formatted(f"<{tag}>{LONG}</{element}>"))
        self.assertNotIn(LONG, templates.formatted(f"<p>{LONG}</p>"))

    def test_a_long_comment_of_a_script_is_filled_anew(self):
        filled = scripts.formatted(f"  // {LONG}\n  // end\n  a();\n").split("\n")
        self.assertTrue(all(len(line) <= 120 for line in filled) and len(filled) == 4, filled)

    def test_what_changes_the_meaning_is_noticed(self):
        self.assertNotEqual(css.meaning("a :hover { b: c }"), css.meaning("a:hover { b: c }"))
        self.assertEqual(css.meaning("a { b: c; }"), css.meaning("a{b:c}"))
        self.assertNotEqual(templates.meaning("{% if a %}"), templates.meaning("{% if b %}"))
        self.assertEqual(templates.meaning("{%- if a -%}"), templates.meaning("{% if a %}"))


if __name__ == "__main__":
    unittest.main()
