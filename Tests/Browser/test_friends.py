"""Friends, from a link to a block, and the administrator's pages; with scripts and without."""


import pytest
from playwright.sync_api import expect

from conftest import appoint_keeper, sign_in

KINDS = [("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False), ("desktop", "light", False)]
CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nobody\r\nEMAIL:nobody@example.org\r\nEND:VCARD\r\n"


def confirm(page, opener, button):
    """Confirms a dangerous action: in a dialog with scripts, in an unfolded form without."""
    page.locator("summary", has_text=opener).click()
    page.get_by_role("button", name=button).click()


@pytest.mark.parametrize("size,scheme,scripts", KINDS)
def test_friends_are_added_by_name_and_by_link_and_removed(visitor, size, scheme, scripts):
    leena, elias = visitor(size, scheme, scripts), visitor(size, scheme, scripts)
    sign_in(leena, "leena", at=None)
    sign_in(elias, "elias", at=None)

    leena.goto("/friends/invite")
    leena.get_by_role("button", name="Create invite link").click()
    link = leena.get_by_label("Link for everyone").input_value()
    assert leena.locator("svg.qr").is_visible()
    elias.goto(link[link.index("/join-me/"):])
    elias.get_by_role("button", name="Add friend").click()
    elias.get_by_text("Friend request sent to leena.").wait_for()

    leena.goto("/friends")
    leena.get_by_role("button", name="Accept elias").click()
    leena.get_by_text("You and elias are friends.").wait_for()
    # Several results of a search: only Noor is a stranger who can be asked.
    leena.get_by_label("Find people by name").fill("noo")
    leena.get_by_role("button", name="Search").click()
    leena.get_by_role("heading", name="Results").wait_for()
    leena.get_by_role("button", name="Add noor_h").click()
    leena.get_by_text("Friend request sent to noor_h.").wait_for()

    leena.goto("/friends")
    leena.get_by_role("link", name="elias", exact=True).click()
    leena.get_by_role("heading", name="elias").wait_for()
    leena.get_by_text("Your friend", exact=True).wait_for()
    confirm(leena, "Remove friend", "Remove elias")
    leena.get_by_text("You and elias are no longer friends.").wait_for()
    leena.get_by_role("button", name="Undo").click()
    leena.get_by_text("You and elias are friends again.").wait_for()


@pytest.mark.parametrize("size,scheme,scripts", KINDS)
def test_a_block_is_silent_and_can_be_taken_back(visitor, size, scheme, scripts):
    aino, mikko = visitor(size, scheme, scripts), visitor(size, scheme, scripts)
    sign_in(aino, "aino_k", at=None)
    sign_in(mikko, "mikko", at=None)
    aino.goto("/people/mikko")
    aino.locator("summary", has_text="Report").click()
    aino.get_by_label("What happened").fill("Too many riddles")
    aino.get_by_role("button", name="Report mikko").click()
    aino.get_by_text("Thank you.").wait_for()
    confirm(aino, "Block", "Block mikko")
    aino.get_by_text("mikko is blocked.").wait_for()
    assert mikko.goto("/people/aino_k").status == 404
    mikko.goto("/friends")
    assert "aino_k" not in mikko.locator("main").inner_text()
    aino.get_by_role("button", name="Unblock mikko").click()
    aino.get_by_text("Nobody is blocked").wait_for()
    assert mikko.goto("/people/aino_k").status == 200


@pytest.mark.parametrize("size,scheme,scripts", [KINDS[0], KINDS[3]])
def test_a_circle_is_made_and_its_deletion_undone(visitor, size, scheme, scripts):
    page = visitor(size, scheme, scripts)
    sign_in(page, "aino_k", "/friends")
    page.get_by_role("link", name="Circles").click()
    page.get_by_role("link", name="New circle").click()
    page.get_by_label("Name").fill("Rink crew")
    page.get_by_role("button", name="Save").click()
    page.locator(".field-error", has_text="You already have a circle with that name.").wait_for()
    page.get_by_label("Name").fill("Night owls")
    for name in ["leena", "noor_h"]:
        page.locator(".person", has_text=name).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your circle is ready.").wait_for()
    page.get_by_role("link", name="Edit Night owls").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.get_by_role("button", name="Delete circle").click()
    page.get_by_text("Circle deleted.").wait_for()
    expect(page.get_by_text("Night owls")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Your circle is back.").wait_for()
    page.get_by_role("link", name="Leave a note for Night owls").wait_for()


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scripts", [True, False])
def test_friends_are_put_in_order(visitor, size, scripts):
    page = visitor(size, scripts=scripts)
    sign_in(page, "aino_k", "/friends/order")
    names = lambda: page.locator("[name=username]").evaluate_all("all => all.map(one => one.value)")
    page.get_by_role("button", name="Move sofia up").click()
    expect(page.locator("[name=username]").nth(4)).to_have_value("sofia")
    expect(page.locator("[name=username]")).to_have_count(6)
    if scripts:
        grip = page.locator("[data-order-row]", has_text="sofia").locator("[data-order-grip]")
        box = grip.bounding_box()
        first = page.locator("[data-order-row]").first.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, first["y"] + 10, steps=8)
        with page.expect_response(lambda answer: answer.url.endswith("/friends/order")):
            page.mouse.up()
        page.reload()
        assert names()[0] == "sofia"
    assert sorted(names()) == ["elias", "jonas", "leena", "mikko", "noor_h", "sofia"]


@pytest.mark.parametrize("scripts", [True, False])
def test_contacts_are_uploaded_as_a_file(visitor, scripts):
    page = visitor("phone", scripts=scripts)
    sign_in(page, "aino_k", "/friends/contacts")
    page.get_by_text("Phone numbers aren't").wait_for()
    page.get_by_label("Contacts file").set_input_files(
        {"name": "all.vcf", "mimeType": "text/vcard", "buffer": CARD.encode()})
    page.get_by_role("button", name="Find friends").click()
    page.get_by_text("None of your contacts can be found here").wait_for()
    page.get_by_label("Contacts file").set_input_files(
        {"name": "odd.vcf", "mimeType": "text/vcard", "buffer": b"hello"})
    page.get_by_role("button", name="Find friends").click()
    page.locator(".field-error").get_by_text("There is no contact in the file").wait_for()


def test_contacts_of_the_phone(visitor):
    page = visitor("phone")
    page.add_init_script(
        "navigator.contacts = { select: async () => [{ email: ['nobody@example.org'] }, { email: [] }] }")
    sign_in(page, "aino_k", "/friends/contacts")
    page.get_by_role("button", name="Choose from this phone").click()
    page.get_by_text("None of your contacts can be found here").wait_for()


@pytest.mark.parametrize("size,scheme,scripts", KINDS)
def test_the_administrator_answers_a_report(visitor, site, size, scheme, scripts):
    appoint_keeper(site)
    keeper, aino, ville = (visitor(size, scheme, scripts) for _ in range(3))
    for page, name in [(keeper, "keeper"), (aino, "aino_k"), (ville, "ville")]:
        sign_in(page, name, at=None)
    assert aino.goto("/admin").status == 404
    aino.goto("/people/ville")
    aino.locator("summary", has_text="Report").click()
    aino.get_by_label("What happened").fill("He waits at my door")
    aino.get_by_role("button", name="Report ville").click()
    aino.get_by_text("Thank you.").wait_for()

    keeper.goto("/you")
    keeper.get_by_role("main").get_by_role("link", name="Administration").click()
    keeper.get_by_role("link", name="One open report").click()
    keeper.get_by_text("He waits at my door").wait_for()
    keeper.get_by_role("button", name="Suspend ville").click()
    keeper.get_by_text("ville is suspended").wait_for()
    keeper.get_by_label("What you did about it").fill("Suspended for good")
    keeper.get_by_role("button", name="Close report").click()
    keeper.get_by_text("No open reports").wait_for()
    keeper.get_by_role("link", name="Audit").click()
    keeper.get_by_text("Suspended for good").wait_for()

    ville.goto("/friends")
    ville.get_by_role("heading", name="Sign in").wait_for()
    ville.get_by_label("Username").fill("ville")
    ville.get_by_label("Password").fill("demo-password")
    ville.get_by_role("button", name="Sign in").click()
    ville.locator(".field-error").get_by_text("This account is suspended").wait_for()
    assert aino.goto("/people/ville").status == 404
