"""XGBoost's trees, grown and used on the device, against those of the CPU. Its kernels have PTX."""

import functools

import numpy as np
import xgboost

from harness import Case

CASES: list[Case] = []
# XGBoost 3.2 leaves shared memory unset where a block of its kernel for leaves is not full, so blocks are full here.
ROWS, COLUMNS = 512, 7


def table(seed=0, missing=0.0):
    """Features, some missing, and what depends on them."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(ROWS, COLUMNS)).astype("f4")
    y = (2 * x[:, 0] + np.sin(3 * x[:, 1]) + x[:, 2] * x[:, 3] + 0.1 * rng.normal(size=ROWS)).astype("f4")
    x[rng.random(x.shape) < missing] = np.nan
    return x, y


# Sums of weights that are 1 but for rounding would decide otherwise on each.
def grown(device, parameters, x, y, rounds=6, **data):
    matrix = xgboost.QuantileDMatrix(x, y, max_bin=32, **data)
    settings = {"tree_method": "hist", "max_bin": 32, "max_depth": 4, "seed": 5, "nthread": 1, "min_child_weight": 0.01, **parameters, "device": device}
    history: dict = {}
    booster = xgboost.train(settings, matrix, rounds, evals=[(matrix, "train")], evals_result=history, verbose_eval=False)
    losses = next(iter(history["train"].values()))
    return booster.predict(xgboost.DMatrix(x, **{k: v for k, v in data.items() if k == "feature_types"})), np.array(losses)


def both(parameters, source, **data):
    x, y = source()
    return tuple(grown(device, parameters, x, y, **data) for device in ("cuda", "cpu"))


def check(name, parameters, source=table, tolerance=1e-4, quick=False, **data) -> None:
    CASES.append(Case(name, functools.partial(both, parameters, source, **data), tolerance=tolerance, quick=quick))


def classes(count, seed=3):
    x, y = table(seed)
    return x, np.digitize(y, np.quantile(y, np.arange(1, count) / count)).astype("f4")


def counts():
    x, y = table(4)
    return x, np.round(np.exp(y / 3)).astype("f4")


def kinds():
    x, y = table(6)
    x[:, 5] = np.arange(ROWS) * 7 % 11
    return x, (y + (x[:, 5] == 3)).astype("f4")


check("regression", {}, quick=True)
check("missing_values", {}, functools.partial(table, 1, 0.2))
check("two_classes", {"objective": "binary:logistic"}, functools.partial(classes, 2), quick=True)
check("five_classes", {"objective": "multi:softprob", "num_class": 5}, functools.partial(classes, 5))
check("counts", {"objective": "count:poisson"}, counts)
check("absolute_error", {"objective": "reg:absoluteerror"})
check("quantiles", {"objective": "reg:quantileerror", "quantile_alpha": 0.7})
check("by_loss", {"grow_policy": "lossguide", "max_leaves": 12, "max_depth": 0})
check("regularised", {"alpha": 0.5, "lambda": 3.0, "gamma": 0.2, "min_child_weight": 3.5})
check("monotone", {"monotone_constraints": "(1,0,-1,0,0,0,0)"})
check("interactions", {"interaction_constraints": "[[0,1],[2,3,4]]"})
check("forest", {"num_parallel_tree": 3, "eta": 0.5})
check("categories", {"max_cat_to_onehot": 1}, kinds, feature_types=["q"] * 5 + ["c", "q"], enable_categorical=True)
check("ranking", {"objective": "rank:pairwise", "lambdarank_pair_method": "topk", "lambdarank_num_pair_per_sample": 4},
      functools.partial(classes, 3), qid=np.arange(ROWS) // 20)


def predictions():
    """One model, trained on the CPU, asked on both."""
    x, y = table(8, 0.1)
    booster = xgboost.train({"tree_method": "hist", "max_depth": 5, "nthread": 1}, xgboost.DMatrix(x, y), 12)
    found = []
    for device in ("cuda", "cpu"):
        booster.set_param({"device": device})
        data = xgboost.DMatrix(x)
        found.append((booster.predict(data), booster.predict(data, output_margin=True), booster.predict(data, pred_leaf=True),
                      booster.predict(data, pred_contribs=True)))
    return found


def cuts():
    """Where the sketches cut the features: with as many cuts as values both know every value."""
    x, y = table(9)
    x = np.round(x * 4) / 4
    found = []
    for device in ("cuda", "cpu"):
        data = xgboost.DMatrix(x, y)
        xgboost.train({"tree_method": "hist", "max_bin": 256, "device": device, "nthread": 1}, data, 1)
        offsets, values = data.get_quantile_cut()
        found.append((offsets.astype("i8"), values))
    return found


def continued():
    """Training goes on from a saved model."""
    x, y = table(10)
    x = np.round(x * 4) / 4
    found = []
    for device in ("cuda", "cpu"):
        settings = {"tree_method": "hist", "device": device, "max_bin": 32, "nthread": 1}
        data = xgboost.DMatrix(x, y)
        first = xgboost.train(settings, data, 3)
        loaded = xgboost.Booster(model_file=first.save_raw())
        found.append(xgboost.train(settings, data, 3, xgb_model=loaded).predict(data))
    return found


CASES.append(Case("predictions", predictions, tolerance=1e-5, quick=True))
CASES.append(Case("cuts", cuts, tolerance=1e-5))
CASES.append(Case("continued", continued, tolerance=1e-4))
