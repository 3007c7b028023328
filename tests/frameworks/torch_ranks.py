"""Several processes of one program: ranks that `torch.distributed.run` starts, with a GPU each or on one, FlagGems' kernels, gloo between them.

Each case starts two ranks, which run a function of this file, `torch_ranks.py JOB FOLDER`, and leave what they found in the folder.
"""

import copy
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
import torch.distributed as ranks
import torch.nn.functional as F
from torch.multiprocessing import reductions

from harness import Case

LIMIT = 600
# How long NCCL may take to say that it cannot.
NCCL_LIMIT = 10


def started(job: str, folder: str) -> str:
    """Runs a job in two ranks; returns what they wrote."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", __file__, job, folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT, errors="replace",
                          env={**os.environ, "OMP_NUM_THREADS": "1"})
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


def found(job: str) -> tuple[list[dict], str]:
    """What each rank found, and what they wrote."""
    with tempfile.TemporaryDirectory() as folder:
        output = started(job, folder)
        return [torch.load(Path(folder) / f"{rank}.pt", weights_only=False) for rank in range(2)], output


# Training: each rank has a GPU and a half of each batch.


def mean_of_ranks(tensor: torch.Tensor) -> torch.Tensor:
    """Of a tensor on a GPU: gloo adds on the host."""
    total = tensor.cpu()
    ranks.all_reduce(total)
    return total / ranks.get_world_size()


def train(kind: str, steps: int, device: torch.device | None) -> dict:
    """Gradients of the first step and parameters after the last; with a device of a half of the data, gradients averaged over the ranks."""
    from torch_gems import data, network

    model, (x, labels) = network(kind), data(kind)
    if device is not None:
        part = lambda t: t[ranks.get_rank() * len(t) // 2 : (ranks.get_rank() + 1) * len(t) // 2].contiguous().to(device)
        model, x, labels = copy.deepcopy(model).to(device), part(x), part(labels)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, foreach=False)
    first = None
    for _ in range(steps):
        optimizer.zero_grad()
        F.cross_entropy(model(x), labels).backward()
        if device is not None:
            for p in model.parameters():
                p.grad.copy_(mean_of_ranks(p.grad))
        first = first or [p.grad.cpu().numpy().copy() for p in model.parameters()]
        optimizer.step()
    return {"gradients": first, "parameters": [p.detach().cpu().numpy() for p in model.parameters()]}


def job_convolutions(device: torch.device) -> dict:
    return train("convolutions", 10, device)


def job_transformer(device: torch.device) -> dict:
    return train("transformer", 10, device)


def data_parallel(kind: str):
    (one, other), _ = found(kind)
    want = train(kind, 10, None)
    same = [np.array_equal(a, b) for key in one for a, b in zip(one[key], other[key], strict=True)]
    return (one["gradients"], one["parameters"], np.array(same)), (want["gradients"], want["parameters"], np.ones(len(same), dtype=bool))


# Collectives of gloo that take CUDA tensors


def job_collectives(device: torch.device) -> dict:
    rank = ranks.get_rank()
    mine = (torch.arange(1000.0) + rank).to(device)
    summed, sent = mine.clone(), mine.clone()
    ranks.all_reduce(summed)
    ranks.broadcast(sent, 1)
    ranks.barrier()
    return {"all_reduce": summed.cpu().numpy(), "broadcast": sent.cpu().numpy(), "device": str(summed.device)}


def collectives():
    (one, other), _ = found("collectives")
    base = np.arange(1000, dtype=np.float32)
    want = {"all_reduce": base + base + 1, "broadcast": base + 1}
    devices = [one["device"] == "cuda:0", other["device"] == "cuda:1"]
    return ([r[key] for key in want for r in (one, other)], devices), ([want[key] for key in want for _ in range(2)], [True, True])


# Memory of one rank in the other


def exchanged(value: object) -> object:
    """The value of rank 0."""
    box = [value]
    ranks.broadcast_object_list(box, 0)
    return box[0]


def job_shared(_device: torch.device) -> dict:
    # Both name the GPU of rank 0.
    torch.cuda.set_device(0)
    owner = ranks.get_rank() == 0
    host = torch.arange(5000).float()
    tensor = host.to("cuda:0") if owner else None
    build, arguments = exchanged(reductions.reduce_tensor(tensor) if owner else None)
    seen = None
    if not owner:
        tensor = build(*arguments)
        seen = tensor.cpu().numpy()
        # A kernel of this rank changes what the other one has.
        tensor.add_(1)
        torch.cuda.synchronize()
    ranks.barrier()
    after = tensor.cpu().numpy()
    ranks.barrier()
    return {"seen": seen, "after": after}


def shared_memory():
    (one, other), _ = found("shared")
    base = np.arange(5000, dtype=np.float32)
    return (other["seen"], one["after"], other["after"]), (base, base + 1, base + 1)


# Two ranks on one GPU, of which the program has a part


def attempt(size: int) -> torch.Tensor | None:
    try:
        return torch.empty(size, dtype=torch.uint8, device="cuda")
    except torch.cuda.OutOfMemoryError:
        return None


def job_partition(_device: torch.device) -> dict:
    torch.cuda.set_device(0)
    first = ranks.get_rank() == 0
    total = torch.cuda.mem_get_info()[1]
    had, sums = [], []

    def compute():
        sums.append((torch.ones(1000).cuda() + torch.ones(1000).cuda()).cpu().numpy())

    compute()
    ranks.barrier()
    mine = attempt(total * 6 // 10) if first else None
    had.append(mine is not None)
    ranks.barrier()
    # 60 % are taken: 60 % more are not there, 20 % are.
    if not first:
        had += [attempt(total * 6 // 10) is not None, attempt(total * 2 // 10) is not None]
        torch.cuda.empty_cache()
    compute()
    ranks.barrier()
    del mine
    torch.cuda.empty_cache()
    ranks.barrier()
    if not first:
        had.append(attempt(total * 6 // 10) is not None)
    compute()
    return {"total": total, "had": had, "sums": sums}


def partition():
    (one, other), _ = found("partition")
    half = int(os.environ["SOFTCUDA_MEMORY"].removesuffix("M")) << 19
    got = one["had"], other["had"], one["sums"], other["sums"], abs(one["total"] - half) <= half // 50, one["total"] == other["total"]
    twos = [np.full(1000, 2, dtype=np.float32)] * 3
    return got, ([True], [False, False, True, True], twos, twos, True, True)


# NCCL


def job_nccl(device: torch.device) -> dict:
    tensor = torch.ones(4).to(device)
    ranks.destroy_process_group()
    begin = time.monotonic()
    failure = ""
    ranks.init_process_group("nccl")
    try:
        ranks.all_reduce(tensor)
        torch.cuda.synchronize()
    except ranks.DistBackendError as e:
        failure = str(e)
    return {"failure": failure, "seconds": time.monotonic() - begin}


def nccl():
    results, output = found("nccl")
    told = [line for line in output.splitlines() if "NCCL is not supported" in line and "gloo" in line]
    got = [("NCCL" in r["failure"], r["seconds"] < NCCL_LIMIT) for r in results]
    return (got, len(told)), ([(True, True)] * 2, 2)


CASES = [
    Case("gradients_of_convolutions", lambda: data_parallel("convolutions"), tolerance=1e-3),
    Case("gradients_of_a_transformer", lambda: data_parallel("transformer"), tolerance=1e-3),
    Case("collectives_of_cuda_tensors", collectives),
    Case("memory_of_another_rank", shared_memory),
    Case("nccl_says_what_is_supported", nccl),
    Case("two_ranks_in_one_partition", partition, pooled=True),
]


def main(job: str, folder: str) -> None:
    import torch_gems  # noqa: F401, puts FlagGems' kernels in place

    ranks.init_process_group("gloo")
    rank = ranks.get_rank()
    device = torch.device("cuda", rank)
    torch.cuda.set_device(device)
    result = globals()[f"job_{job}"](device)
    torch.save(result, Path(folder) / f"{rank}.pt")
    if job == "nccl":
        # Its group cannot be taken down in order.
        sys.stdout.flush()
        os._exit(0)
    ranks.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
