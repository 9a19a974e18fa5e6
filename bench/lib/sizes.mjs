/** Counting needs the same in a short run as in a long one: code that is compiled, and enough of it for the samples. */
const counts = { rounds: 5, warmUp: 10_000, sampled: 5_000, followed: 200, made: 200, jobs: 10_000 }

/**
 * How much is measured. `seconds` are those of one round of one contender. Before the first it has done so many, or what it could in
 * the `most` seconds that there are for that. `hour` are deliveries between two looks at the memory, `starts` fresh processes, `jobs`
 * what workers take out of Redis after `warmJobs` each, `requests` those of one figure in process, `messages` those in the simulator.
 */
export const sizes = {
  full: {
    rounds: 7,
    seconds: 4,
    warmUp: { seconds: 1, count: 20_000, most: 60 },
    starts: 15,
    jobs: 10_000,
    warmJobs: 2_500,
    idleSeconds: 5,
    hour: 36_000,
    counts,
    requests: 2_000,
    messages: 1_000_000,
  },
  quick: {
    rounds: 2,
    seconds: 1,
    warmUp: { seconds: 1, count: 5_000, most: 20 },
    starts: 3,
    jobs: 2_000,
    warmJobs: 500,
    idleSeconds: 1,
    hour: 36_000,
    counts,
    requests: 300,
    messages: 40_000,
  },
  smoke: {
    rounds: 1,
    seconds: 0.05,
    warmUp: { seconds: 0.05, count: 1, most: 0.05 },
    starts: 1,
    jobs: 40,
    warmJobs: 10,
    idleSeconds: 0.1,
    hour: 40,
    counts: { rounds: 1, warmUp: 40, sampled: 40, followed: 40, made: 5, jobs: 40 },
    requests: 5,
    messages: 2_000,
  },
}
