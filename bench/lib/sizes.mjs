/**
 * How much is measured. `seconds` are those of one round of one contender. Before the first it has done so many, or what it could in
 * the `most` seconds that there are for that. `starts` are fresh processes, `jobs` what goes through Redis with so many `workers`,
 * `requests` those of one figure in process, `messages` those in the simulator.
 */
export const sizes = {
  full: {
    rounds: 7,
    seconds: 4,
    warmUp: { seconds: 1, count: 20_000, most: 60 },
    starts: 15,
    jobs: 10_000,
    workers: [1, 2, 4],
    requests: 2_000,
    messages: 1_000_000,
  },
  quick: {
    rounds: 2,
    seconds: 1,
    warmUp: { seconds: 1, count: 5_000, most: 20 },
    starts: 3,
    jobs: 1_000,
    workers: [1, 2, 4],
    requests: 300,
    messages: 40_000,
  },
  smoke: {
    rounds: 1,
    seconds: 0.05,
    warmUp: { seconds: 0.05, count: 1, most: 0.05 },
    starts: 1,
    jobs: 40,
    workers: [1, 2],
    requests: 5,
    messages: 2_000,
  },
}
