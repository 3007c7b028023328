"""Cases of PyTorch's `torch.multiprocessing`: CUDA tensors, models and events that processes share (CUDA IPC).

Bytes come and go by copies alone, so that they are right in null mode, too.
"""

import contextlib
import os
import queue
import signal

import numpy
import torch
import torch.multiprocessing as processes
from torch import nn

from harness import Case, case

CASES: list[Case] = []
DTYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.uint8, torch.bool, torch.complex64]
SPAWN = processes.get_context("spawn")
LIMIT = 120


def bits(tensor: torch.Tensor) -> numpy.ndarray:
    """Every bit of a tensor, on the host."""
    return tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().copy()


def noise(count: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """Deterministic bytes."""
    return torch.randint(0, 120, (count,), generator=torch.Generator().manual_seed(seed)).to(dtype)


@contextlib.contextmanager
def child(function, *arguments):
    """A process that runs a function with a queue to it, a queue from it, and arguments; its end is waited for."""
    there, back = SPAWN.Queue(), SPAWN.Queue()
    process = SPAWN.Process(target=function, args=(there, back, *arguments))
    process.start()
    try:
        yield there, back
        process.join(LIMIT)
        if process.exitcode != 0:
            raise RuntimeError(f"the other process: exit code {process.exitcode}")
    finally:
        process.kill()


def answer(process_queue) -> object:
    try:
        return process_queue.get(timeout=LIMIT)
    except queue.Empty:
        raise RuntimeError("the other process does not answer") from None


def look_and_change(there, back):
    """Tells the bits of each tensor that comes, and changes it."""
    while (tensor := there.get()) is not None:
        back.put(bits(tensor))
        tensor.copy_(noise(tensor.numel(), tensor.dtype, seed=99).view(tensor.shape))
        torch.cuda.synchronize()
        del tensor
        back.put(None)


@case(CASES, quick=True)
def shared_tensors_are_seen_and_changed_by_another_process():
    sent = [noise(1000 + 7 * n, dtype, n) for n, dtype in enumerate(DTYPES)] + [noise(3 << 20)]
    seen, changed = [], []
    with child(look_and_change) as (there, back):
        for host in sent:
            tensor = host.cuda()
            there.put(tensor)
            seen.append(answer(back))
            answer(back)
            changed.append(bits(tensor))
        there.put(None)
    expected = [bits(host) for host in sent], [bits(noise(h.numel(), h.dtype, seed=99)) for h in sent]
    return (seen, changed), expected


@case(CASES)
def shared_views_have_their_place():
    host = noise(6000).view(60, 100)
    tensor = host.cuda()
    views = [tensor[3], tensor[10:20], tensor.t(), tensor[5:, 7], tensor[::3]]
    seen = []
    with child(look) as (there, back):
        for view in views:
            there.put(view)
            seen.append(answer(back))
        there.put(None)
    return seen, [view.cpu().contiguous().numpy() for view in views]


def look(there, back):
    while (tensor := there.get()) is not None:
        back.put(tensor.cpu().contiguous().numpy())
        del tensor


def produce(there, back, count: int):
    """Sends tensors of its own and keeps them until it is told that they were looked at."""
    tensors = [noise(100 + n, seed=n).cuda() for n in range(count)]
    for tensor in tensors:
        back.put(tensor)
    there.get()


@case(CASES)
def hundreds_of_tensors_from_another_process():
    count = 300
    with child(produce, count) as (there, back):
        tensors = [answer(back) for _ in range(count)]
        got = [bits(tensor) for tensor in tensors]
        del tensors
        there.put(None)
    return got, [bits(noise(100 + n, seed=n)) for n in range(count)]


def network() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(64, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Linear(128, 10))


def overwrite(there, back, model: nn.Module, seed: int):
    """What a worker of asynchronous training does: its writes are everybody's."""
    back.put([bits(tensor) for tensor in model.state_dict().values()])
    for tensor in model.state_dict().values():
        tensor.copy_(noise(tensor.numel(), tensor.dtype, seed).view(tensor.shape))
    torch.cuda.synchronize()
    back.put(None)
    del model
    there.get()


@case(CASES, quick=True)
def a_shared_model_has_one_state():
    model = network().cuda()
    model.share_memory()
    before = [bits(tensor) for tensor in model.state_dict().values()]
    seen, after = [], []
    for seed in (5, 6):
        with child(overwrite, model, seed) as (there, back):
            seen.append(answer(back))
            answer(back)
            after.append([bits(tensor) for tensor in model.state_dict().values()])
            there.put(None)
    written = [[bits(noise(t.numel(), t.dtype, seed)) for t in model.state_dict().values()] for seed in (5, 6)]
    return (seen, after), ([before, written[0]], written)


def follow(there, back, handle: bytes, tensor: torch.Tensor):
    """Its stream waits for what the other process's stream has recorded."""
    event = torch.cuda.Event.from_ipc_handle(torch.cuda.current_device(), handle)
    back.put(None)
    there.get()
    stream = torch.cuda.Stream()
    stream.wait_event(event)
    with torch.cuda.stream(stream):
        seen = bits(tensor)
    event.synchronize()
    back.put((seen, event.query()))
    there.get()


@case(CASES)
def an_event_orders_two_processes():
    host = noise(8 << 20).pin_memory()
    tensor = torch.zeros(host.numel(), device="cuda")
    event = torch.cuda.Event(interprocess=True)
    event.record()
    with child(follow, event.ipc_handle(), tensor) as (there, back):
        answer(back)
        for _ in range(20):
            tensor.copy_(host, non_blocking=True)
        event.record()
        there.put(None)
        seen, over = answer(back)
        there.put(None)
    return (seen, over), (bits(host), True)


def die(there, back):
    """Ends without a word while others have its tensor."""
    back.put(noise(5000).cuda())
    there.get()
    torch.cuda.synchronize()
    os.kill(os.getpid(), signal.SIGKILL)


@case(CASES)
def the_end_of_the_process_that_shares():
    there, back = SPAWN.Queue(), SPAWN.Queue()
    process = SPAWN.Process(target=die, args=(there, back))
    process.start()
    tensor = answer(back)
    before = bits(tensor)
    there.put(None)
    process.join(LIMIT)
    own = noise(100).cuda()
    return (before, process.exitcode, bits(own)), (bits(noise(5000)), -9, bits(noise(100)))
