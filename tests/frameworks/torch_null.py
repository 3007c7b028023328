"""Stock PyTorch in null mode: kernels are accepted and not executed, everything else is real.

No result of a kernel is looked at. What is checked by value went through copies, files, processes and graphs of
copies; training steps must neither fail nor change what only kernels would change.
"""

import gc
import io
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy
import torch
from torch import nn

from harness import Case, case

CASES: list[Case] = []
DTYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
          torch.uint8, torch.bool, torch.complex64]
MIB = 1 << 20


def bits(tensor: torch.Tensor) -> numpy.ndarray:
    """Every bit of a tensor, on the host."""
    return tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().copy()


def noise(*shape: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """Deterministic bytes."""
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(0, 120, shape, generator=generator)
    return values.to(dtype)


def network() -> nn.Module:
    torch.manual_seed(1)
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(8 * 15 * 15, 32), nn.Dropout(0.1), nn.Linear(32, 10))


def state(model: nn.Module) -> list[numpy.ndarray]:
    return [bits(tensor) for tensor in model.state_dict().values()]


def train(model: nn.Module, optimizer: torch.optim.Optimizer, steps: int, amp: bool = False) -> None:
    scaler = torch.amp.GradScaler("cuda", enabled=amp)
    images, labels = noise(4, 3, 32, 32).cuda(), torch.arange(4).cuda()
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=amp):
            loss = nn.functional.cross_entropy(model(images), labels)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    torch.cuda.synchronize()


def script(text: str, **environment: str) -> str:
    """What a program of its own writes, whose exit status must be 0."""
    done = subprocess.run([sys.executable, "-c", text], env={**os.environ, **environment}, capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


# The device.

@case(CASES, quick=True)
def properties():
    told = torch.cuda.get_device_properties(0)
    free, total = torch.cuda.mem_get_info()
    found = (torch.cuda.is_available(), torch.cuda.device_count(), told.name, torch.cuda.get_device_capability(),
             told.total_memory == total, 0 < free <= total)
    return [str(found)], [str((True, 1, "softcuda (kernels not executed)", (told.major, told.minor), True, True))]


@case(CASES)
def runtime_and_libraries():
    wanted = torch.version.cuda.split(".")[0]
    found = (str(torch.cuda.get_device_name()), torch.backends.cudnn.is_available(), torch.backends.cudnn.version() > 9000,
             torch.cuda.get_arch_list() != [], torch._C._cuda_getCompiledVersion() // 1000 == int(wanted))
    return [str(found)], [str(("softcuda (kernels not executed)", True, True, True, True))]


# Copies.

@case(CASES, quick=True)
def thousand_tensors():
    wrong = []
    for seed in range(1000):
        dtype, shape = DTYPES[seed % len(DTYPES)], (1 + seed % 7, 1 + seed * 37 % 211, 1 + seed % 3)
        tensor = noise(*shape, dtype=dtype, seed=seed)
        if not torch.equal(tensor.cuda().cpu(), tensor):
            wrong.append((seed, dtype, shape))
    return [str(wrong)], ["[]"]


@case(CASES)
def large_tensors():
    sizes = [1, 65_535, 65_536, 65_537, 256 << 10, (256 << 10) + 1, 5 * MIB + 3, 64 * MIB]
    wrong = [size for size in sizes if not torch.equal(*(t := noise(size, dtype=torch.uint8), t.cuda().cpu()))]
    return [str(wrong)], ["[]"]


@case(CASES)
def pinned_memory_both_ways():
    source = noise(3 * MIB, dtype=torch.uint8).pin_memory()
    device = source.cuda(non_blocking=True)
    target = torch.empty_like(source, pin_memory=True)
    target.copy_(device, non_blocking=True)
    torch.cuda.synchronize()
    return (bits(target), [str(target.is_pinned())]), (bits(source), ["True"])


@case(CASES)
def copies_on_the_device():
    tensor = noise(1000, 7)
    device = tensor.cuda()
    clone, into = device.clone(), torch.empty_like(device)
    into.copy_(clone)
    part = device[100:200].clone()
    return (bits(into), bits(part)), (bits(tensor), bits(tensor[100:200]))


@case(CASES)
def views_and_zeros():
    tensor = noise(8, 16)
    device = tensor.cuda()
    zeros = torch.zeros(1000, device="cuda")
    return (bits(device[3]), bits(device.view(16, 8)[5]), bits(zeros)), (
        bits(tensor[3]), bits(tensor.view(16, 8)[5]), numpy.zeros(4000, "u1"))


@case(CASES)
def numpy_and_dlpack():
    tensor = noise(50)
    device = torch.from_dlpack(torch.utils.dlpack.to_dlpack(tensor.cuda()))
    return (torch.from_numpy(tensor.numpy()).cuda().cpu().numpy(), bits(device)), (tensor.numpy(), bits(tensor))


# Training.

def unchanged_by(optimizer, amp: bool = False):
    """Without kernels the parameters stay what they were."""
    model = network()
    before = state(model)
    model.cuda()
    train(model, optimizer(model.parameters()), 3, amp)
    return state(model), before


for name, optimizer in {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, lr=0.1),
    "adamw_fused": lambda p: torch.optim.AdamW(p, lr=0.1, fused=True),
    "adam_capturable": lambda p: torch.optim.Adam(p, lr=0.1, capturable=True),
    "adagrad_one_by_one": lambda p: torch.optim.Adagrad(p, lr=0.1, foreach=False),
}.items():
    CASES.append(Case(f"training_{name}", lambda optimizer=optimizer: unchanged_by(optimizer), quick=name == "sgd"))


@case(CASES)
def training_amp():
    return unchanged_by(lambda p: torch.optim.SGD(p, lr=0.1), amp=True)


@case(CASES)
def transformer():
    torch.manual_seed(2)
    model = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), 2)
    before = state(model)
    model.cuda()
    tokens = noise(2, 16, 64).cuda()
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        with torch.autocast("cuda", dtype=dtype, enabled=dtype != torch.float32):
            model(tokens).sum().backward()
    with torch.inference_mode():
        model.eval()(tokens)
    torch.cuda.synchronize()
    return state(model), before


LIBRARIES = """
torch.mm(x, x), torch.bmm(x[None], x[None]), x @ x[0], torch.addmm(x, x, x)
torch.baddbmm(x[None], x[None], x[None])
(x.half() @ x.half()), (x.bfloat16() @ x.bfloat16()), (x.double() @ x.double())
torch.fft.fft(x), torch.fft.rfft2(x), torch.fft.irfft(torch.fft.rfft(x))
nn.functional.conv1d(x[None], x[:8, None, :3].repeat(1, 64, 1)), nn.functional.conv2d(i, w, padding=1)
nn.functional.conv_transpose2d(i, w.transpose(0, 1)), nn.functional.conv3d(i[:, :, None], w[:, :, None])
nn.functional.scaled_dot_product_attention(q, q, q), nn.functional.scaled_dot_product_attention(q.half(), q.half(), q.half())
nn.functional.embedding(k % 64, x), nn.functional.layer_norm(x, (64,)), nn.functional.group_norm(i, 1)
nn.functional.softmax(x, -1), nn.functional.gelu(x), nn.functional.cross_entropy(x, k[:64] % 64)
torch.sort(x), torch.cumsum(x, 0), x.sum(), x.mean(0), x.std(), x.argmax()
torch.randn(100, device="cuda"), torch.rand(100, device="cuda"), torch.randint(9, (100,), device="cuda")
torch.cat([x, x]), torch.stack([x, x]), x.t().contiguous(), x[k[:10] % 64], torch.where(x > 0, x, -x)
torch.sparse.mm(torch.eye(64).to_sparse_csr().cuda(), x)
x.scatter_add(0, (k[:64] % 64).expand(64, 64), x), torch.einsum("ij,jk->ik", x, x), torch.histc(x)
torch.nn.utils.clip_grad_norm_([nn.Parameter(x)], 1.0)
torch.linalg.vector_norm(x), torch.linalg.matrix_norm(x)
"""


def runs(expression: str):
    """An expression that calls libraries is accepted."""
    x, i, w, q, k = noise(64, 64).cuda(), noise(2, 3, 16, 16).cuda(), noise(4, 3, 3, 3).cuda(), noise(
        1, 2, 64, 32).cuda(), torch.arange(100).cuda()
    eval(expression, {"torch": torch, "nn": nn}, {"x": x, "i": i, "w": w, "q": q, "k": k})
    torch.cuda.synchronize()
    return [], []


CASES += [Case(f"library: {line}", lambda line=line: runs(line)) for line in filter(None, LIBRARIES.splitlines())]


# Streams, events, graphs.

@case(CASES, quick=True)
def streams_and_events():
    source = noise(MIB).pin_memory()
    one, two = torch.cuda.Stream(), torch.cuda.Stream()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.cuda.stream(one):
        begin.record()
        device = source.cuda(non_blocking=True)
        end.record()
    two.wait_event(end)
    with torch.cuda.stream(two):
        device.record_stream(two)
        copy = device.clone()
    two.synchronize()
    torch.cuda.current_stream().wait_stream(two)
    return (bits(copy), [str((end.query(), begin.elapsed_time(end) >= 0, one.query()))]), (
        bits(source), [str((True, True, True))])


@case(CASES)
def threads():
    results: dict[int, numpy.ndarray] = {}

    def work(n: int) -> None:
        with torch.cuda.stream(torch.cuda.Stream()):
            results[n] = bits(noise(1000, seed=n).cuda().clone())

    workers = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    return [results[n] for n in range(8)], [bits(noise(1000, seed=n)) for n in range(8)]


@case(CASES, quick=True)
def graph_of_copies():
    static, out = torch.zeros(1000, device="cuda"), torch.zeros(1000, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        middle = static.clone()
        out.copy_(middle)
    got = []
    for seed in range(3):
        static.copy_(noise(1000, seed=seed))
        graph.replay()
        got.append(bits(out))
    return got, [bits(noise(1000, seed=seed)) for seed in range(3)]


@case(CASES)
def graphed_callables():
    model = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 4)).cuda()
    graphed = torch.cuda.make_graphed_callables(model, (torch.zeros(8, 16, device="cuda"),))
    for _ in range(3):
        graphed(noise(8, 16).cuda()).sum().backward()
    torch.cuda.synchronize()
    return [], []


# Files, workers, processes.

def captured_step(model: nn.Module, step) -> tuple:
    """A training step that is captured and replayed: nothing but kernels would change the model."""
    before = state(model)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    for _ in range(10):
        graph.replay()
    torch.cuda.synchronize()
    return state(model), before


@case(CASES)
def captured_training_of_convolutions():
    model, images = network().cuda(), noise(4, 3, 32, 32).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step():
        optimizer.zero_grad(set_to_none=True)
        model(images).sum().backward()
        optimizer.step()

    return captured_step(model, step)


@case(CASES)
def captured_training_of_an_lstm():
    model, rows = nn.LSTM(16, 32, 2).cuda(), noise(5, 4, 16).cuda()
    return captured_step(model, lambda: model(rows)[0].sum().backward())


@case(CASES, quick=True)
def state_dictionaries_survive_files():
    model = network().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    train(model, optimizer, 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.pt"
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)
        loaded = torch.load(path)
        other = network().cuda()
        nn.init.zeros_(other[0].weight)
        other.load_state_dict(loaded["model"])
        mapped = torch.load(path, map_location="cpu")["model"]
    devices = {str(tensor.device) for tensor in loaded["model"].values()}
    return (state(other), [bits(tensor) for tensor in mapped.values()], [str(devices)]), (
        state(model), state(model), ["{'cuda:0'}"])


@case(CASES)
def pickle_of_a_module():
    model, file = network().cuda(), io.BytesIO()
    torch.save(model, file)
    file.seek(0)
    return state(torch.load(file, weights_only=False)), state(model)


class Numbers(torch.utils.data.Dataset):
    """Samples that tell where they come from."""

    def __len__(self):
        return 40

    def __getitem__(self, n):
        return noise(3, 8, 8, seed=n), n


def loaded(context: str, workers: int, persistent: bool = False):
    loader = torch.utils.data.DataLoader(
        Numbers(), batch_size=8, num_workers=workers, pin_memory=True, persistent_workers=persistent,
        multiprocessing_context=context if workers else None)
    got, pinned = [], []
    for _ in range(2):
        for images, numbers in loader:
            pinned.append(images.is_pinned())
            device = images.cuda(non_blocking=True)
            got += [bits(device), bits(numbers.cuda(non_blocking=True))]
    expected = [part for begin in range(0, 40, 8) for part in (
        bits(torch.stack([noise(3, 8, 8, seed=n) for n in range(begin, begin + 8)])), bits(torch.arange(begin, begin + 8)))]
    return (got, [str(all(pinned))]), (expected * 2, ["True"])


for context, workers, persistent in [("fork", 0, False), ("fork", 2, False), ("fork", 2, True), ("spawn", 2, False)]:
    CASES.append(Case(f"loader_{context}_{workers}{'_persistent' * persistent}",
                      lambda c=context, w=workers, p=persistent: loaded(c, w, p), quick=(context, persistent) == ("fork", False)))


@case(CASES)
def a_forked_child_cannot_use_the_device():
    torch.zeros(1).cuda()
    code = """
import os, torch
torch.zeros(1).cuda()
child = os.fork()
if child == 0:
    try:
        torch.zeros(1).cuda()
        os._exit(1)
    except RuntimeError as error:
        os._exit(0 if "forked subprocess" in str(error) else 2)
print(os.waitpid(child, 0)[1], torch.ones(3).cuda().cpu().tolist())
"""
    return [script(code)], ["0 [1.0, 1.0, 1.0]"]


@case(CASES)
def fifty_processes_in_a_row():
    code = "import ctypes; d = ctypes.CDLL('libcuda.so.1'); print(d.cuInit(0))"
    results = {script(code) for _ in range(45)} | {
        script("import torch; print(int(torch.arange(7).cuda().cpu().sum()) - 21)") for _ in range(5)}
    return [str(results)], ["{'0'}"]


# Memory.

@case(CASES, quick=True)
def out_of_memory_is_told_and_overcome():
    gc.collect()
    torch.cuda.empty_cache()
    free = torch.cuda.mem_get_info()[0]
    held = torch.empty(free // 2, dtype=torch.uint8, device="cuda")
    try:
        torch.empty(free, dtype=torch.uint8, device="cuda")
        told = "no error"
    except torch.cuda.OutOfMemoryError:
        told = "out of memory"
    del held
    torch.cuda.empty_cache()
    tensor = noise(1000)
    train(network().cuda(), torch.optim.SGD([nn.Parameter(tensor.cuda())], lr=0.1), 1)
    return [told, bits(tensor.cuda())], ["out of memory", bits(tensor)]


@case(CASES)
def memory_is_counted():
    gc.collect()
    torch.cuda.empty_cache()
    before, used = torch.cuda.memory_allocated(), torch.cuda.mem_get_info()[0]
    tensor = torch.empty(64 * MIB, dtype=torch.uint8, device="cuda")
    taken = torch.cuda.memory_allocated() - before, used - torch.cuda.mem_get_info()[0]
    del tensor
    torch.cuda.empty_cache()
    return [str((*taken, torch.cuda.memory_allocated() - before, used - torch.cuda.mem_get_info()[0]))], [
        str((64 * MIB, 64 * MIB, 0, 0))]


ASYNCHRONOUS = """
import torch
tensors = [torch.full((n << 10,), float(n)).cuda() for n in range(1, 100)]
print(torch.cuda.get_allocator_backend(), all(bool((t.cpu() == n).all()) for n, t in enumerate(tensors, 1)))
"""


@case(CASES)
def asynchronous_allocator():
    return [script(ASYNCHRONOUS, PYTORCH_CUDA_ALLOC_CONF="backend:cudaMallocAsync")], ["cudaMallocAsync True"]


# Tools.

@case(CASES)
def profiler_has_the_hosts_events():
    from torch.profiler import ProfilerActivity, profile

    x = noise(64, 64).cuda()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as found:
        (x @ x).relu().sum()
        torch.cuda.synchronize()
    names = {event.key for event in found.key_averages()}
    return [sorted(names & {"aten::matmul", "aten::relu", "aten::sum"})], [["aten::matmul", "aten::relu", "aten::sum"]]


@case(CASES)
def random_state():
    torch.cuda.manual_seed(5)
    first = torch.cuda.get_rng_state()
    torch.randn(100, device="cuda")
    moved = not torch.equal(first, torch.cuda.get_rng_state())
    torch.cuda.set_rng_state(first)
    return [str((moved, torch.equal(torch.cuda.get_rng_state(), first)))], [str((True, True))]


@case(CASES)
def limits_of_the_allocator():
    torch.cuda.set_per_process_memory_fraction(0.01)
    try:
        torch.empty(torch.cuda.mem_get_info()[1] // 50, dtype=torch.uint8, device="cuda")
        told = "no error"
    except torch.cuda.OutOfMemoryError:
        told = "out of memory"
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    return [told], ["out of memory"]
