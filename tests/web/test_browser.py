"""The lab in a real browser, as a person uses it."""

import json

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")


MY_TURN_OR_OVER = """() => {
  const board = document.getElementById("lab-board");
  return board && (board.dataset.mine === "true" || board.dataset.over === "true");
}"""


SLIDE = "(range, place) => { range.value = place; range.dispatchEvent(new Event('input')); }"


def board(page):
    return page.locator("#lab-board")


def test_a_whole_game_of_quarto_against_the_champion_by_clicks(page, lab):
    page.goto(f"{lab}/play?game=quarto&against=quarto.champion&seed=2")
    for _ in range(40):
        page.wait_for_function(MY_TURN_OR_OVER)
        if board(page).get_attribute("data-over") == "true":
            break
        before = board(page).get_attribute("data-heard")
        page.locator("#lab-board .move").last.click()
        page.wait_for_function("(before) => document.getElementById('lab-board').dataset.heard !== before", arg=before)
    assert page.locator("#lab-result").inner_text() in ("You lose.", "A draw.")


def test_a_move_is_typed_hinted_and_taken_back(page, lab):
    page.goto(f"{lab}/play?game=nim%3Frows%3D1%2C3%2C5&against=nim.expert")
    page.wait_for_selector("#lab-board .move")
    page.click("#lab-hint")
    page.wait_for_function("() => document.getElementById('lab-notes').textContent.includes('take 3 from row 3: +1')")
    page.fill("#lab-typed", "3 from 3")
    page.press("#lab-typed", "Enter")
    page.wait_for_function("() => document.getElementById('lab-said').textContent.includes('nim.expert: take')")
    page.click("#lab-undo")
    page.wait_for_function("() => document.getElementById('lab-said').textContent === ''")
    page.fill("#lab-typed", "9 from 9")
    page.press("#lab-typed", "Enter")
    page.wait_for_selector("#lab-notes.error")


def test_the_board_is_played_by_keyboard_alone(page, lab):
    page.goto(f"{lab}/play?game=nim&against=random")
    page.wait_for_selector("#lab-board .move")
    page.locator("#lab-board .move").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('lab-said').textContent.startsWith('you: take 1 from row 1')")


def test_an_arcade_world_moves_in_real_time(page, lab):
    page.goto(f"{lab}/play?game=arcade")
    page.wait_for_selector("#lab-board .tile")
    status = page.locator("#lab-status")
    assert "tick 0" in status.inner_text()
    page.keyboard.down("ArrowRight")
    page.wait_for_function("() => /tick [1-9][0-9]/.test(document.getElementById('lab-status').innerText)")
    page.keyboard.up("ArrowRight")


def test_a_level_of_sokoban_is_won_by_keys(page, lab):
    page.goto(f"{lab}/play?game=sokoban/0&waits=true")
    page.wait_for_selector("#lab-board .tile")
    line = "DDDDRRRRRRDRUUULLLLDDDDLLUUULURRRRRRRDRRULDLU"
    for number, way in enumerate(line, 1):
        page.keyboard.press({"L": "ArrowLeft", "R": "ArrowRight", "U": "ArrowUp", "D": "ArrowDown"}[way])
        page.wait_for_function(
            "(tick) => document.getElementById('lab-status').innerText.includes(`tick ${tick}`)", arg=number
        )
    assert page.locator("#lab-result").inner_text() == "You win!"


def test_a_page_reads_no_game_outside_the_folder(page, lab):
    page.goto(f"{lab}/play?game=arcade%3Fgame%3D/etc/passwd")
    page.wait_for_selector(".notes.error")
    told = page.locator(".notes.error").first.inner_text()
    assert told == "/etc/passwd is outside the folder that may be read here"


def test_agents_are_watched_back_and_forth(page, lab):
    page.goto(f"{lab}/watch?game=quarto&agents=quarto.frontier,quarto.careful&budget=100+steps")
    page.wait_for_function("() => Number(document.getElementById('lab-range')?.max) > 8")
    page.wait_for_function("() => document.getElementById('lab-board').dataset.over === 'true'")
    page.click("#lab-last")
    page.wait_for_function("() => document.getElementById('lab-result').textContent.startsWith('finished')")
    page.click("#lab-first")
    page.wait_for_function("() => document.getElementById('lab-place').textContent.startsWith('0 of')")
    page.select_option("#lab-speed", "50")
    page.click("#lab-run")
    page.wait_for_function("() => Number(document.getElementById('lab-range').value) > 5")


def test_a_replay_opens_by_link(page, lab):
    page.goto(f"{lab}/replay?file=first.jsonl")
    page.wait_for_selector("#lab-board .tile")
    page.click("#lab-last")
    page.wait_for_function("() => document.getElementById('lab-result').textContent.startsWith('finished')")


def test_what_a_visitor_writes_never_becomes_markup(page, lab):
    bad = "<img src=x onerror=window.pwned=1>"
    page.goto(f"{lab}/play?game={bad}")
    page.wait_for_selector(".notes.error")
    assert bad in page.locator(".notes.error").inner_text()
    assert page.evaluate("window.pwned") is None
    page.goto(f"{lab}/play?game=nim")
    page.wait_for_selector("#lab-board .move")
    page.fill("#lab-typed", bad)
    page.press("#lab-typed", "Enter")
    page.wait_for_selector("#lab-notes.error")
    assert bad in page.locator("#lab-notes").inner_text()
    assert page.evaluate("window.pwned") is None


def test_home_lists_every_game(page, lab):
    from ludarium.core.registry import GAMES

    page.goto(lab)
    page.wait_for_selector(".card")
    assert sorted(page.locator(".card h3").all_inner_texts()) == sorted(GAMES.names())


def test_home_shows_a_picture_of_each_game_in_sight(page, lab):
    page.goto(lab)
    page.wait_for_function("() => document.querySelectorAll('.preview[data-game=nim] svg .tile').length === 16")
    assert page.locator(".preview [tabindex]").count() == 0, "pictures are not for clicking"


def test_a_phone_shows_the_whole_board(browser, lab):
    phone = browser.new_page(viewport={"width": 390, "height": 800})
    phone.goto(f"{lab}/play?game=quarto&against=random")
    phone.wait_for_selector("#lab-board .move")
    box = json.loads(
        phone.evaluate(
            "JSON.stringify([document.documentElement.scrollWidth, document.getElementById('lab-board').scrollWidth])"
        )
    )
    phone.close()
    assert max(box) <= 390


def test_a_game_is_edited_into_an_error_and_back_and_played(page, lab):
    page.goto(f"{lab}/workshop")
    page.wait_for_function("() => document.getElementById('shop-verdict').textContent === 'can be played'")
    text = page.input_value("#shop-text")
    page.fill("#shop-text", text.replace("avatar wall > stepBack", "avatar wall > stepBak"))
    page.wait_for_selector("#shop-copy .error")
    assert page.locator("#shop-copy .error").inner_text() == "stepBak"
    assert "did you mean 'stepBack'?" in page.locator("#shop-problems").inner_text()
    page.fill("#shop-text", text)
    page.wait_for_function("() => document.getElementById('shop-verdict').textContent === 'can be played'")
    page.click("text=c coin")
    page.locator("#shop-preview .tile").first.click()
    page.wait_for_function("() => document.getElementById('shop-text').value.includes('\\ncwwwwwwwww')")
    page.click("#shop-play")
    page.wait_for_selector("#play-board .tile")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => /tick [1-9]/.test(document.getElementById('play-status').innerText)")


def test_a_game_of_the_library_is_opened_and_changed(page, lab):
    page.goto(f"{lab}/play?game=zelda")
    page.click("text=Change this game in the workshop")
    page.wait_for_function("() => document.getElementById('shop-verdict')?.textContent === 'can be played'")
    assert page.input_value("#shop-text").startswith("# Zelda")
    assert page.locator("#shop-level option").count() == 5
    page.goto(f"{lab}/workshop?game=nim")
    page.wait_for_selector(".notes.error")
    assert "nim is not made from a text" in page.locator(".notes.error").inner_text()


def test_a_tournament_is_started_seen_to_its_end_and_clicked_through(page, lab):
    page.goto(f"{lab}/bench")
    page.wait_for_selector("#bench-start[data-ready]")
    page.fill("#bench-games", "nim?rows=1,3")
    page.fill("#bench-agents", "nim.expert; random")
    page.fill("#bench-seeds", "3")
    page.click("#bench-start")
    page.wait_for_function("() => document.getElementById('bench-notes').textContent === '6 of 6 runs, done'")
    assert "nim.expert" in page.locator("#bench-ratings tbody tr").first.inner_text()
    page.locator("#bench-last a").first.click()
    page.wait_for_selector("#lab-board .tile")


def test_a_replay_saved_as_a_page_plays_without_the_lab(page, tmp_path):
    from ludarium.core.budget import Budget
    from ludarium.harness.match import play
    from ludarium.ui.web.export import replay_page

    record = play("arcade", ["random"], seed=3, budget=Budget(steps=1))
    (tmp_path / "game.html").write_text(replay_page(record), "utf-8")
    page.goto((tmp_path / "game.html").as_uri())
    page.wait_for_selector("#lab-board .tile")
    page.click("#lab-last")
    assert page.locator("#lab-place").inner_text() == f"{len(record.moves)} of {len(record.moves)}"
    for place in (3, len(record.moves) // 2, 0):
        page.locator("#lab-range").evaluate(SLIDE, place)
        assert f"tick {place}\n" in page.locator("#lab-status").inner_text() + "\n"


def test_a_dungeon_is_made_to_order(page, lab):
    page.goto(f"{lab}/worlds?family=dungeon")
    page.wait_for_selector("#world-board .tile")
    page.locator("#world-field-rooms").evaluate(SLIDE, 12)
    page.wait_for_function("() => document.getElementById('world-title').textContent.includes('12 rooms')")
    assert "shortest walk" in page.locator("#world-facts").inner_text()
    assert page.locator("#world-rows tbody tr").count() > 5


def test_treasure_is_played(page, lab):
    page.goto(f"{lab}/play?game=treasure")
    page.wait_for_selector("#lab-board .tile")
    page.wait_for_function("() => document.getElementById('lab-moves').children.length > 0")
    page.locator("#lab-moves button").first.click()
    page.wait_for_function("() => document.getElementById('lab-said').textContent.startsWith('you: ')")


def test_iw_is_watched_with_what_it_reached(page, lab):
    page.goto(f"{lab}/watch?game=zelda&agents=iw1&budget=300+steps")
    page.wait_for_function("() => Number(document.getElementById('lab-range')?.max) > 3")
    page.locator("#lab-range").evaluate(SLIDE, 2)
    page.wait_for_function("() => document.getElementById('lab-thoughts').innerText.includes('cells reached')")


def test_what_mcts_thinks_stands_on_the_tiles_and_can_be_switched_off(page, lab):
    page.goto(f"{lab}/watch?game=nim%3Frows%3D1%2C3%2C5&agents=mcts,mcts&budget=300+steps")
    page.wait_for_selector("#lab-board .mark[data-layer=values]")
    tiles, marks = page.locator("#lab-board .tile.move").count(), page.locator("#lab-board .mark[data-layer=visits]")
    assert marks.count() == tiles == 9
    assert page.locator("#lab-board .mark[data-layer=visits]").first.text_content().strip().endswith("%")
    page.click("#lab-layers input[data-layer=visits]")
    assert marks.count() == 0
    assert page.locator("#lab-board .mark[data-layer=values]").count() == tiles
    page.click("#lab-layers input[data-layer=visits]")
    assert marks.count() == tiles


def test_exact_values_and_threats_are_drawn_while_one_watches(page, lab):
    start = "01.32..5....f...%20-"
    page.goto(f"{lab}/watch?game=quarto%3Fposition%3D{start}&agents=random,random&budget=10+steps")
    page.wait_for_selector("#lab-board .mark.ring[data-layer=threats]")
    page.goto(f"{lab}/watch?game=nim%3Frows%3D1%2C3%2C5&agents=random,random&budget=10+steps")
    page.wait_for_selector("#lab-board .tile")
    page.click("#lab-hint")
    page.wait_for_selector("#lab-board .mark[data-layer=exact] .best")


def test_iw_shades_the_cells_it_reached(page, lab):
    page.goto(f"{lab}/watch?game=zelda&agents=iw1&budget=300+steps")
    page.wait_for_selector("#lab-board .mark[data-layer=reached]")
    shades = "marks => new Set(marks.map(mark => mark.getAttribute('fill-opacity'))).size"
    assert page.locator("#lab-board .mark[data-layer=reached] rect").evaluate_all(shades) > 1
    page.click("#lab-layers input[data-layer=reached]")
    assert page.locator("#lab-board .mark[data-layer=reached]").count() == 0


def test_the_ways_of_a_cave_are_lines(page, lab):
    page.goto(f"{lab}/play?game=north%2F7%3Fbound%3D2")
    page.wait_for_selector("#lab-board .tile.move")
    assert page.locator("#lab-board .links line").count() == 0
    page.locator("#lab-board .tile.move").first.click()
    page.wait_for_selector("#lab-board .links line", state="attached")


def test_a_watched_cave_shows_its_front_and_what_was_learnt(page, lab):
    page.goto(f"{lab}/watch?game=north%2F7%3Fbound%3D2&agents=backward%3Fpolicy%3Dlearnt.json&budget=10+steps")
    page.wait_for_selector("#lab-board .marks line.walk", state="attached")
    assert "life" in page.locator("#lab-layers .rest").first.inner_text()
    page.wait_for_selector("#lab-board .mark[data-layer=values] .best")
    assert page.locator("#lab-board .mark[data-layer=values]").count() == page.locator("#lab-board .tile.move").count()


def test_a_dungeon_shows_its_shortest_walk(page, lab):
    page.goto(f"{lab}/worlds?family=dungeon")
    page.wait_for_selector("#world-board .mark.step")
    assert page.locator("#world-board .marks line").count() > 3
    page.locator("#world-layers input").click()
    assert page.locator("#world-board .marks line").count() == 0
