"""HTML mail as clients write it: what a reader sees, without quotes and signatures."""

import re

import pytest

from gm.mail.markup import html_to_text
from gm.resources import templates_dir
from tests.mail.reading.letters import ORDERS, letter, lines_of, read

DIVS = "<div>A Mun - Tyr</div><div>A Ber - Kie</div><div>F Kie - Den</div>"
QUOTE = "Your orders so far:<br>&nbsp; A MUN - BUR<br>&nbsp; A BER H<br>"
PAGES = {
    "gmail": f'<div dir="ltr">{DIVS}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, 5 Mar 2030 at 21:04, GM &lt;<a href="mailto:gm@example.org">gm@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{QUOTE}</blockquote></div>',
    "gmail-inline": '<div class="gmail_quote"><div class="gmail_attr">On Tue, 5 Mar 2030 at 21:04, GM wrote:<br></div><blockquote class="gmail_quote" style="border-left:1px solid">A MUN - BUR</blockquote><div>A Mun - Tyr</div><blockquote class="gmail_quote">A BER H</blockquote><div>A Ber - Kie</div><div>F Kie - Den</div><blockquote>F KIE - HOL</blockquote></div>',
    "gmail-indent": f'<blockquote style="margin:0 0 0 40px;border:none;padding:0px">{DIVS}</blockquote>',
    "gmail-sig": f'{DIVS}<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">A Mun H</div>',
    "outlook-web": f'<div>{DIVS}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Von:</b> GM<br><b>Gesendet:</b> Dienstag</div><div>{QUOTE}</div>',
    "outlook-x": f'<div>{DIVS}</div><div id="x_divRplyFwdMsg"><b>??:</b> GM<br></div><div>{QUOTE}</div>',
    "outlook-unk": f'<p class=MsoNormal>A Mun - Tyr<o:p></o:p></p><p class=MsoNormal>A Ber - Kie<o:p></o:p></p><p class=MsoNormal>F Kie - Den</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Nga:</b> GM<br><b>Derguar:</b> 5</p></div></div><p>{QUOTE}</p>',
    "outlook-bq": f'{DIVS}<blockquote style="border:none;border-left:solid #CCCCCC 1.0pt;padding:0cm">{QUOTE}</blockquote>',
    "outlook-mobile": f'<div dir="ltr">{DIVS}</div><div id="ms-outlook-mobile-signature"><div><br></div>Get <a href="x">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> GM<br></div>{QUOTE}',
    "newoutlook": f'{DIVS}<div id="mail-editor-reference-message-container"><div>{QUOTE}</div></div>',
    "yahoo": f'{DIVS}<div id="yahoo_quoted_1" class="yahoo_quoted"><div>Unbekannte Zeile</div>{QUOTE}</div>',
    "tb": f'{DIVS}<div class="moz-cite-prefix">GM skribis je 21:04<br></div><blockquote type="cite" cite="mid:x">{QUOTE}</blockquote><div class="moz-signature">-- <br>A Mun H</div>',
    "tb-bottom": f'<div class="moz-cite-prefix">On 05.03.30 21:04, GM wrote:<br></div><blockquote type="cite">{QUOTE}</blockquote>{DIVS}<pre class="moz-signature" cols="72">-- \nGus</pre>',
    "gmx": f'<html><head></head><body><div style="font-family: Verdana"><div>{DIVS}</div><div>&nbsp;<div style="margin: 10px 5px; border-left:2px solid #C3D9E5;" name="quote"><div><b>Gesendet:</b>&nbsp;Dienstag<br/><b>Von:</b>&nbsp;GM</div><div name="quoted-content">{QUOTE}</div></div></div></div></body></html>',
    "apple": f'<html><body style="overflow-wrap: break-word;">{DIVS}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 5. Mar 2030, at 21:04, GM wrote:</div><br><div>{QUOTE}</div></blockquote></div></body></html>',
    "ios": f'<div dir="ltr">{DIVS}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On Mar 5, 2030, GM wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff{QUOTE}</div></blockquote></div>',
    "zoho": f'{DIVS}<div class="zmail_extra" style="border-left: 2px solid"><div>---- On Tue, 05 Mar 2030 21:04:00 +0100 <b>GM &lt;gm@example.org&gt;</b> wrote ----</div>{QUOTE}</div>',
    "pre": "<pre>A Mun - Tyr\nA Ber - Kie\nF Kie - Den\n</pre>",
    "prewrap": '<div style="white-space: pre-wrap">A Mun - Tyr\nA Ber - Kie\nF Kie - Den</div>',
    "ul": "<ul><li>A Mun - Tyr</li><li>A Ber - Kie<li>F Kie - Den</ul>",
    "table": "<table><tr><td>A Mun - Tyr</td></tr><tr><td>A</td><td>Ber - Kie</td></tr><tr><td>F Kie - Den</td></tr></table>",
    "hidden": f'<div style="display:none">A Mun H<div>A Ber H</div></div>{DIVS}<span style="mso-hide:all">A Mun H</span>',
    "comment": f"<!--[if mso]><p>A Mun H</p><![endif]-->{DIVS}<![if !mso]><![endif]><!-- A Mun H -->",
    "style": f"<style>p {{ }} A Mun H</style><script>A Mun H</script><title>A Mun H</title>{DIVS}",
    "upper": "<HTML><BODY><P>A Mun - Tyr<BR>A Ber - Kie<BR>F Kie - Den</P><BLOCKQUOTE>A MUN H</BLOCKQUOTE></BODY></HTML>",
    "unclosed": "<div>A Mun - Tyr<div>A Ber - Kie<div>F Kie - Den</span></b>",
    "attr": '<a title="GM <gm@example.org> x>y">A Mun - Tyr</a><br>A Ber - Kie<br>F Kie - Den',
    "outlook-our-box": f'{DIVS}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>From:</b> GM &lt;gm@example.org&gt;<br><b>Sent:</b> 5 March 2030<br><b>Subject:</b> S1901M</p></div></div><p class="glance-open" style="margin: 12px 0;border-left: 6px solid #c98a1b;">Nothing was recorded.</p><p>A MUN - BUR</p>',
    "outlook-word-box": f'{DIVS}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>From:</b> GM &lt;gm@example.org&gt;<br><b>Sent:</b> 5 March 2030<br><b>Subject:</b> S1901M</p></div></div><div style="border:none;border-left:solid #C98A1B 4.5pt;padding:6.0pt 8.0pt"><p class=MsoNormal>Nothing was recorded.</p></div><p>A MUN - BUR</p>',
    "srcbreaks": "A\nMun\n-\nTyr<br>\nA Ber\n - Kie\n<br/>F Kie - Den\n",
}


HTML = "text/html; charset=utf-8"


@pytest.mark.parametrize("name", PAGES)
def test_only_the_orders_of_an_html_mail_count(name: str) -> None:
    """Each page shows the three orders to its reader, and quotes or hides others."""
    assert lines_of(PAGES[name], HTML) == list(ORDERS)


def test_arrows_and_entities_stay() -> None:
    """A "<" that opens no tag is text, and entities are characters."""
    page = "A Mun -&gt; Tyr<br>A Ber <- Kie<br>F Kie &#8594; Den<br>a < b<br>A&nbsp;Mun &amp; x"
    assert html_to_text(page).lines == (
        "A Mun -> Tyr",
        "A Ber <- Kie",
        "F Kie → Den",
        "a < b",
        "A Mun & x",
    )


def test_a_forward_in_thunderbirds_wrapper_is_told() -> None:
    """The wrapper says it is a forward even when its words are in an unknown tongue."""
    page = f'<p>see</p><div class="moz-forward-container">-------- Plu --------<br>{DIVS}</div>'
    reading = read(letter(page, HTML))
    assert reading.lines == ("see",)
    assert reading.forwarded


def test_quoted_lines_bear_marks() -> None:
    """A blockquote's lines begin with the mark that plain text uses, at any depth."""
    page = "a<blockquote>b<blockquote>c</blockquote>d</blockquote>e"
    assert html_to_text(page).lines == ("a", "> b", "> c", "> d", "e")


def test_empty_lines_part_paragraphs() -> None:
    """A line break in an otherwise empty block is an empty line, a paragraph's end is not."""
    assert html_to_text("<div>a</div><div><br></div><p>b</p><p>c").lines == ("a", "", "b", "c")


def test_a_marked_signature_is_told() -> None:
    """What stands in the client's signature element is dropped, and named."""
    read_page = html_to_text('a<div class="gmail_signature">Gus<br>A Mun H</div>b')
    assert read_page.lines == ("a", "b")
    assert read_page.dropped[0].text == "Gus\nA Mun H"


def test_the_plain_version_wins_unless_it_is_empty_or_a_notice() -> None:
    """HTML is read only where the plain version says nothing of its own."""
    for plain, wanted in {
        "A Mun H": ["A Mun H"],
        " ": list(ORDERS),
        "This is an HTML message. Please use an HTML capable mail client to view it.": list(
            ORDERS
        ),
    }.items():
        body = (
            f"--x\nContent-Type: text/plain\n\n{plain}\n--x\nContent-Type: text/html\n\n"
            f"{DIVS}\n--x--"
        )
        assert lines_of(body, "multipart/alternative; boundary=x") == wanted


def test_an_attachment_beside_the_unused_html_version_counts() -> None:
    """Apple Mail puts attachments into the HTML half of an alternative."""
    body = (
        "--x\nContent-Type: text/plain\n\nsee file\n--x\nContent-Type: multipart/mixed; boundary=y"
        '\n\n--y\nContent-Type: text/html\n\n<p>see file</p>\n--y\nContent-Type: text/plain; name="o.txt"'
        "\nContent-Disposition: attachment\n\nA Mun H\n--y--\n--x--"
    )
    assert lines_of(body, "multipart/alternative; boundary=x") == ["see file", "A Mun H"]


def test_every_box_of_our_mails_is_known() -> None:
    """One that a program quotes as it is would be taken for a quote mark, and end the quote."""
    sources = [path.read_text("utf-8") for path in templates_dir().glob("**/*.html.j2")]
    boxes = {box for source in sources for box in re.findall(r"border-left: [^;}\"]+", source)}
    assert boxes
    for box in boxes:
        assert not html_to_text(f'<p style="{box}">a</p>').lines[0].startswith(">")


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            '<style>.x, p.y {text-decoration: line-through}</style><p class="x">A Mon - Fer</p>F Don',
            ["F Don"],
        ),
        ("<style>#k{text-decoration:line-through}</style><div id=k>A Mon</div>F Don", ["F Don"]),
        ("<style>.x{color:red}</style><div class=x>A Mon</div>", ["A Mon"]),
        (
            '<input type="checkbox"> A Mon<br><input type="checkbox" checked> F Don',
            ["☐ A Mon", "☑ F Don"],
        ),
        ("<input type=text>A Mon", ["A Mon"]),
    ],
)
def test_sheets_strike_out_and_boxes_are_ticked(source: str, lines: list[str]) -> None:
    """As whoever looks at the page sees it."""
    assert [*html_to_text(source).lines] == lines
