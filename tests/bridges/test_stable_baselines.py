"""stable-baselines3 takes one training step on an arcade game. Optional: it needs torch, which no extra brings."""

import numpy as np
import pytest

from ludarium.bridges.gymnasium import make

pytest.importorskip("torch", reason="torch is not installed: python -m pip install torch stable-baselines3")
pytest.importorskip("stable_baselines3", reason="it is not installed: python -m pip install stable-baselines3")


@pytest.mark.filterwarnings("ignore")  # torch and its friends warn of their own
def test_ppo_takes_a_step_on_an_arcade_game():
    import torch
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env

    torch.set_num_threads(1)
    env = make("arcade")
    check_env(env, skip_render_check=True)
    model = PPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(total_timesteps=64)
    after = list(model.policy.parameters())
    assert any(not torch.equal(old, new) for old, new in zip(before, after, strict=True)), "it learned something"
    action, _ = model.predict(env.reset(seed=0)[0], deterministic=True)
    assert env.action_space.contains(np.int64(action))
