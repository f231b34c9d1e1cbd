"""Whether a sentence of a plan has a word of the request in it, in the languages that people write in."""

from __future__ import annotations

import pytest

from languages.task_words import in_one_language, is_mostly_of, language_of, shares_words

SALES = "I sell at the market and write every sale into sales.csv. Write totals.csv with one line for each name."


@pytest.mark.parametrize(
    ("sentence", "request_", "shared"),
    [
        ("It shows a result.", SALES, False),
        ("The program gives each user the right output.", SALES, False),
        ("The amounts of each name are added up.", SALES, True),
        ("All that was sold is summed.", "Sum what I sell", True),
        ("Cities are in order.", "Sort my city list", True),
        ("It shows 3 of them.", "The best 3, please", True),
        ("It shows 13 of them.", "The best 3, please", False),
        ("Es zeigt ein Ergebnis.", "Addiere die Umsätze pro Monat", False),
        ("Der Monatsumsatz wird gebildet.", "Addiere die Umsätze pro Monat", True),
        ("Affiche le résultat.", "Le total de chaque client, s'il vous plaît", False),
        ("Результат показывается.", "Сложи продажи по месяцам", False),
        ("Продажи складываются.", "Сложи продажи по месяцам", True),
        ("結果を表示する", "売上を毎月集計して表示してください", False),
        ("売上は月ごとに合計される", "売上を毎月集計して表示してください", True),
        ("ポイントを足す", "ポイントカードを作って", True),
        ("결과를 표시한다", "매출을 월별로 합산해 주세요", False),
        ("매출은 월마다 합산된다", "매출을 월별로 합산해 주세요", True),
        ("ยอดขายรวมต่อเดือน", "รวมยอดขายของฉันในแต่ละเดือน", True),
        ("المبيعات تجمع", "اجمع مبيعاتي لكل شهر", True),
    ],
)
def test_words_with_a_content_are_shared_in_any_form(sentence: str, request_: str, shared: bool) -> None:
    assert shares_words(sentence, request_) == shared


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("It adds up the sales of each month.", SALES, True),
        ("It adds up the sales of each month.", "Some as vendas de cada mês, por favor, com o total", False),
        ("The sales are added up.", "売上を毎月集計して", False),
        ("売上を集計する", "売上を毎月集計してください", True),
        ("total", SALES, True),
    ],
)
def test_a_language_is_known_by_its_small_words_and_its_letters(one: str, other: str, same: bool) -> None:
    assert in_one_language(one, other) == same


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Chcę wpisać, kto co wydał, i widzieć, ile każde ma, żeby nie było kłótni.", "pl"),
        ("Veď mi denník jázd: dátum, kam, koľko kilometrov a na konci mesiaca súčet pre účtovníčku.", ""),
        ("Daha sonra her birini topla.", "tr"),
        ("Skriv en rad för varje medlem som inte har betalat.", "sv"),
        ("Write double(number).", ""),
    ],
)
def test_a_language_is_named_by_its_small_words_or_not_at_all(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("sentence", "request_", "mostly"),
    [
        ("Sending the letters by mail", "Fill in the letters and mail them to the parents.", True),
        ("Takings that were typed by others", "Add my takings, and send a mail.", False),
        ("Reading invoices that are only pictures, without text", "I scan all invoices. Rename them by date.", False),
        ("郵便で手紙を送る", "手紙を作って郵便で送ってください。", True),
        ("", "Add my takings.", False),
    ],
)
def test_a_sentence_is_mostly_of_a_request(sentence: str, request_: str, mostly: bool) -> None:
    assert is_mostly_of(sentence, request_) is mostly
