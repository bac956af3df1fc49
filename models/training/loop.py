"""The one loop that trains the small networks: surroundings, corners, faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Iterator

Loss = Callable[[nn.Sequential, torch.Tensor, torch.Generator, str], torch.Tensor]
"""From the network, the indexes of a step's samples, the source of chance and the device to a scalar loss."""


def train_epochs(
    network: nn.Sequential, count: int, loss_of: Loss, *, epochs: int, batch: int, learning_rate: float, seed: int
) -> Iterator[tuple[int, float, nn.Sequential]]:
    """Train with AdamW and a one-cycle schedule, on a GPU when there is one.

    Args:
        network: what is trained.
        count: how many samples there are.
        loss_of: the loss of some of them.
        epochs: passes over the samples.
        batch: samples a step.
        learning_rate: peak of the schedule.
        seed: of order and augmentation.

    Yields:
        After each epoch its number, its mean loss and the network.

    """
    generator = torch.Generator().manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = network.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=learning_rate, weight_decay=0.02)
    steps = max(1, count // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, learning_rate, total_steps=steps * epochs, pct_start=0.1)
    for epoch in range(epochs):
        network.train()
        total = 0.0
        # With fewer samples than a batch, some come twice.
        order = torch.randperm(max(count, batch), generator=generator)[: steps * batch] % count
        for chosen in order.split(batch):
            loss = loss_of(network, chosen, generator, device)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        yield epoch, total / steps, network
