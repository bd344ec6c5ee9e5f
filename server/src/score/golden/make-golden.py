"""Writes significance.json, the verdicts that judge-group.ts must reproduce:

    python3 make-golden.py RULE.py > significance.json

RULE.py is an independent implementation of the rule. It has judge(series), where series[i][w][j] = (k, n), which
returns for each series the verdicts of its windows (0, 1, -1) and (max(1, phi), df, effective answers, share), and
tcrit(p, df), which is replaced here so that it needs no library. A count is written as two digits in base 36."""
import importlib.util, json, math, random, sys

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def critical_t(p, df):
    """By bisection over the tail, which is integrated as a power of a cosine with Simpson's rule."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)

    def tail(t):
        start, steps = math.atan(t / math.sqrt(df)), 400
        width = (math.pi / 2 - start) / steps
        weight = lambda i: 1 if i in (0, steps) else 4 if i % 2 else 2
        return 2 * scale * sum(weight(i) * math.cos(start + i * width) ** (df - 1) for i in range(steps + 1)) * width / 3

    low, high = 0, 1000
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) > p else (low, middle)
    return low


def draw(rng, n, share, correlation):
    """Answers that share a mood: the share itself is drawn."""
    if correlation:
        total = 1 / correlation - 1
        share = rng.betavariate(max(.01, share * total), max(.01, (1 - share) * total))
    return sum(rng.random() < share for _ in range(n))


def group(rng, series, windows, prompts, answers, share, correlation, shift, missing, drift):
    """Half of the series change by `shift` in the middle; prompts go missing with the given chance; levels drift."""
    made = []
    for i in range(series):
        levels = [min(.97, max(.03, share + rng.gauss(0, .15))) for _ in range(prompts)]
        rows = []
        for w in range(windows):
            moved = shift if i % 2 and w >= windows // 2 else 0
            walk = rng.gauss(0, drift) if drift else 0
            levels = [min(.97, max(.03, level + walk)) for level in levels]
            row = []
            for level in levels:
                n = 0 if rng.random() < missing else answers
                row.append((draw(rng, n, min(.98, max(.02, level + moved)), correlation), n))
            rows.append(row)
        made.append(rows)
    return made


# series, windows, prompts, answers per prompt, share, correlation, shift, chance of a missing prompt, drift a window
GROUPS = [
    (12, 31, 5, 8, .3, 0, .25, 0, 0),
    (12, 31, 5, 8, .3, .1, .3, 0, 0),
    (12, 31, 5, 32, .3, .3, .35, 0, 0),
    (12, 31, 5, 32, .4, .05, -.2, 0, 0),
    (1, 31, 5, 8, .3, 0, 0, 0, 0),
    (1, 31, 5, 32, .5, .1, 0, 0, 0),
    (3, 31, 10, 4, .6, .1, -.3, 0, 0),
    (12, 31, 5, 8, .3, .1, .25, .15, 0),
    (12, 21, 5, 32, .7, .05, -.25, .3, 0),
    (12, 31, 5, 8, .05, .05, .2, 0, 0),
    (12, 31, 5, 8, .92, 0, -.25, 0, 0),
    (30, 31, 3, 12, .3, .02, .2, 0, 0),
    (20, 31, 5, 8, .5, .2, .3, .05, 0),
    (6, 41, 1, 30, .3, .03, .3, 0, 0),
    (12, 31, 5, 20, .4, 0, 0, 0, .07),
    (12, 31, 5, 32, .4, .02, .15, .1, 0),
]


def main():
    spec = importlib.util.spec_from_file_location("rule", sys.argv[1])
    rule = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rule)
    known = {}
    rule.tcrit = lambda p, df: known.setdefault((p, df), None) or known.__setitem__((p, df), critical_t(p, df)) or known[(p, df)]
    print("[")
    for number, shape in enumerate(GROUPS):
        series = group(random.Random(number), *shape)
        verdicts, info = rule.judge(series)
        counts = ["".join(DIGITS[k] + DIGITS[n] for row in one for k, n in row) for one in series]
        signs = ["".join("-0+"[verdict + 1] for verdict in one) for one in verdicts]
        last = [[float(f"{value:.10g}") for value in one[-1]] if one[-1] else None for one in info]
        made = {"prompts": shape[2], "counts": counts, "verdicts": signs, "last": last}
        print(json.dumps(made, separators=(",", ":")) + ("," if number < len(GROUPS) - 1 else ""))
    print("]")


main()
