// @ts-check
// Short synthesized sounds, loaded when sound is turned on.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {number} from Hz @param {number} to Hz @param {number} seconds @param {OscillatorType} type @param {number} level @param {number} [after] */
function tone(from, to, seconds, type, level, after = 0) {
  if (!context) return;
  const start = context.currentTime + after;
  const wave = context.createOscillator();
  const gain = context.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(level, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  wave.connect(gain).connect(volume());
  wave.start(start);
  wave.stop(start + seconds);
}

/** @param {number} seconds @param {number} pitch @param {number} level @param {number} [after] */
function brush(seconds, pitch, level, after = 0) {
  if (!context) return;
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = level;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(volume());
  source.start(context.currentTime + after);
}

function volume() {
  const gain = /** @type {AudioContext} */ (context).createGain();
  gain.gain.value = settings.volume / 100;
  gain.connect(/** @type {AudioContext} */ (context).destination);
  return gain;
}

const SOUNDS = {
  card: () => brush(0.07, 2600, 0.5),
  turn: () => brush(0.1, 1800, 0.6),
  chip: () => [0, 0.045].forEach((after) => tone(2100, 1500, 0.06, "triangle", 0.25, after)),
  turnToAct: () => [0, 0.12].forEach((after, i) => tone(620 + i * 200, 640 + i * 200, 0.16, "sine", 0.3, after)),
  win: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, pitch, 0.3, "sine", 0.22, i * 0.09)),
  lose: () => tone(240, 170, 0.28, "sine", 0.22),
  push: () => tone(420, 420, 0.16, "sine", 0.2),
  warn: () => tone(880, 870, 0.12, "square", 0.08),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** @param {Sound} name */
export function play(name) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    SOUNDS[name]();
  } catch {
    // No sound device.
  }
}
