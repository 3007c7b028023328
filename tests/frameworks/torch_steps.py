"""Steady steps of PyTorch programs: `torch_steps.py KIND STEPS` warms up, then does so many.

How often a step waits for the pool is told by two runs with different numbers of steps. Run in null mode, so nothing
may depend on what kernels compute.
"""

import sys
from typing import Callable

import torch

DEVICE = torch.device("cuda")
BATCH = 32
Step = Callable[[], object]


def training(model: torch.nn.Module, *inputs: int, amp: bool = False) -> Step:
    """A step of training that looks at no result; with `amp`, the scaler looks once whether a gradient is infinite."""
    model = model.to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler(enabled=amp)
    x = torch.randn(BATCH, *inputs, device=DEVICE)
    labels = torch.randint(0, 10, (BATCH,), device=DEVICE)

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=amp):
            loss = torch.nn.functional.cross_entropy(model(x), labels)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        return loss

    return step


def perceptron() -> torch.nn.Module:
    return torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 10))


def convolutions() -> torch.nn.Module:
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
        torch.nn.Linear(8 * 7 * 7, 10))


def transformer() -> torch.nn.Module:
    layer = torch.nn.TransformerEncoderLayer(64, 4, 128, batch_first=True)
    return torch.nn.Sequential(torch.nn.TransformerEncoder(layer, 2), torch.nn.Flatten(), torch.nn.Linear(10 * 64, 10))


def train() -> Step:
    return training(perceptron(), 64)


def train_and_look() -> Step:
    step = training(perceptron(), 64)
    return lambda: step().item()


def train_convolutions() -> Step:
    return training(convolutions(), 3, 16, 16)


def train_transformer() -> Step:
    return training(transformer(), 10, 64)


def train_mixed_precision() -> Step:
    return training(perceptron(), 64, amp=True)


def infer() -> Step:
    """To pageable memory and back: both copies are waited for."""
    model, x = perceptron().to(DEVICE).eval(), torch.randn(BATCH, 64)

    @torch.inference_mode()
    def step() -> torch.Tensor:
        return model(x.to(DEVICE)).cpu()

    return step


def infer_pinned() -> Step:
    """To pinned memory and back, waited for once."""
    model = perceptron().to(DEVICE).eval()
    x, result = torch.randn(BATCH, 64).pin_memory(), torch.empty(BATCH, 10).pin_memory()

    @torch.inference_mode()
    def step() -> None:
        result.copy_(model(x.to(DEVICE, non_blocking=True)), non_blocking=True)
        torch.cuda.current_stream().synchronize()

    return step


def replay() -> Step:
    model, x = perceptron().to(DEVICE), torch.randn(BATCH, 64, device=DEVICE)
    model(x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x)
    return graph.replay


def two_streams() -> Step:
    """Streams that wait for each other by events; the program waits for one and asks for a time, which the driver tells."""
    side, begin, end = torch.cuda.Stream(), *(torch.cuda.Event(enable_timing=True) for _ in range(2))
    x = torch.randn(BATCH, 64, device=DEVICE)

    def step() -> float:
        begin.record()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            y = x * 2
        torch.cuda.current_stream().wait_stream(side)
        y.add_(x)
        end.record()
        end.synchronize()
        return begin.elapsed_time(end)

    return step


KINDS = {make.__name__: make for make in (
    train, train_and_look, train_convolutions, train_transformer, train_mixed_precision, infer, infer_pinned, replay,
    two_streams)}

if __name__ == "__main__":
    one_step = KINDS[sys.argv[1]]()
    for _ in range(5):
        one_step()
    torch.cuda.synchronize()
    for _ in range(int(sys.argv[2])):
        one_step()
    torch.cuda.synchronize()
