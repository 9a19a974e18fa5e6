/**
 * How much is measured. Seconds are those of one round of one contender; `starts` are fresh processes, `jobs` what goes through
 * Redis, with so many `workers`, `requests` those of one figure in process, `messages` those in the simulator.
 */
export const sizes = {
  full: {
    rounds: 7,
    seconds: 4,
    warmUp: 2,
    starts: 15,
    jobs: 10_000,
    workers: [1, 2, 4],
    requests: 2_000,
    messages: 1_000_000,
  },
  quick: {
    rounds: 2,
    seconds: 1,
    warmUp: 0.5,
    starts: 3,
    jobs: 1_000,
    workers: [1, 2, 4],
    requests: 300,
    messages: 40_000,
  },
  smoke: { rounds: 1, seconds: 0.05, warmUp: 0.05, starts: 1, jobs: 40, workers: [1, 2], requests: 5, messages: 2_000 },
}
