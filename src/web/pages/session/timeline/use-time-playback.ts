// Plays the timeline: the cursor runs along the drawn axis, or goes from step to step.
import { useEffect, useRef, useState } from 'preact/hooks';

export type Speed = 1 | 30 | 'step';

export interface TimePlayback {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  readonly toggle: () => void;
}

const STEP_MS = 450;

/** `run` moves by so much time, `step` to the next step; both tell whether they could. */
export function useTimePlayback(run: (ms: number) => boolean, step: () => Promise<boolean>): TimePlayback {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(30);
  const latest = useRef({ run, step });
  latest.current = { run, step };
  useEffect(() => {
    if (!playing) return;
    if (speed === 'step') {
      let stopped = false;
      // The next step waits for the one before it: asked for meanwhile, that would count as overtaken, and as the end.
      let timer = setTimeout(async function go() {
        const moved = await latest.current.step();
        if (stopped) return;
        if (moved) timer = setTimeout(go, STEP_MS);
        else setPlaying(false);
      }, STEP_MS);
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    }
    let last: number | undefined;
    let frame = requestAnimationFrame(function tick(now) {
      const passed = last === undefined ? 0 : now - last;
      last = now;
      if (latest.current.run(passed * speed)) frame = requestAnimationFrame(tick);
      else setPlaying(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);
  return {
    playing,
    speed,
    setSpeed,
    toggle: () => setPlaying((on) => !on),
  };
}
