"""Terms: what makes a text findable, and what a query looks for."""

import pytest

from scripts.search_terms import fold, stem, terms


def found(text: str, query: str, language: str = "en") -> bool:
    """Whether every term of the query is one of the text's."""
    return set(terms(query, language)) <= set(terms(text, language))


@pytest.mark.parametrize("start", range(5))
@pytest.mark.parametrize("length", [2, 3, 4, 6])
def test_any_chinese_substring_of_two_characters_or_more_is_found(start, length):
    text = "重要性采样的方差很大"
    assert found(text, text[start : start + length], "zh")


def test_characters_in_another_order_are_not_found():
    assert not found("重要性采样", "采样重要", "zh")


def test_a_border_between_chinese_and_latin_needs_no_space():
    assert set(terms("KL散度和GRPO", "zh")) == set(terms("KL 散度和 GRPO", "zh"))


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("low_var_kl", ["low_var_kl", "low-var-kl", "low var kl", "var_kl", "KL"]),
        ("--kl-loss-type k3", ["--kl-loss-type", "kl_loss_type", "loss type"]),
        ("all_reduce", ["all_reduce", "all-reduce", "All Reduce", "AllReduce", "allreduce"]),
        ("AllReduce", ["all_reduce", "all reduce", "allreduce"]),
        ("vllm:kv_cache_usage_perc", ["vllm:kv_cache_usage_perc", "kv cache usage", "kv_cache", "vLLM"]),
        ("CoT-pass@k", ["pass@k", "CoT-pass@k", "cot pass"]),
        ("atomicAdd", ["atomic add", "atomicAdd", "atomic_add", "atomic adds"]),
    ],
)
def test_compounds_are_found_together_and_apart(text, queries):
    assert [query for query in queries if not found(text, query)] == []


@pytest.mark.parametrize("number", ["0.04", "1.5", "0.0"])
def test_a_decimal_is_one_term(number):
    assert list(terms(f"β = {number}", "en")) == ["β", number]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["normalise", "normalize", "Normalises"]),
        ("en", ["behaviour", "behavior", "behaviours"]),
        ("en", ["policy", "policies"]),
        ("en", ["loss", "losses"]),
        ("en", ["batch", "batches"]),
        ("en", ["GPU", "GPUs"]),
        ("en", ["labelled", "labeled"]),
        ("zh", ["rollout", "Rollouts"]),
        ("pt", ["normalização", "normalizacao", "normalizações"]),
        ("pt", ["ação", "acao", "ações", "acoes"]),
        ("pt", ["vantagem", "vantagens"]),
        ("pt", ["parcial", "parciais"]),
        ("pt", ["gradiente", "gradientes"]),
        ("pt", ["valor", "valores"]),
        ("pt", ["token", "tokens"]),
        ("pt", ["policy", "policies"]),
    ],
)
def test_forms_of_a_word_have_one_stem(language, forms):
    assert len({stem(fold(form), language) for form in forms}) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["loss", "los"]), ("en", ["reward", "forward"]), ("pt", ["ação", "ac"]), ("pt", ["política", "polícia"])],
)
def test_different_words_keep_different_stems(language, words):
    assert len({stem(fold(word), language) for word in words}) == len(words)


def test_b05_a_chinese_quotation_in_an_english_page_is_found():
    assert found("The 面经 lists call this 训推不一致 (mismatch).", "训推")
    assert found("The 面经 lists call this 训推不一致 (mismatch).", "面经")
