import { test } from 'vitest'

const runsOnce = process.env.TEST_DATABASE === 'postgres' && !process.env.TEST_EVERYWHERE
const leaveOut = Object.assign(() => {}, { each: () => () => {}, for: () => () => {} }) as unknown as typeof test

/** A test, in a file of which others are about SQL, of what is none of its matter: on PostgreSQL only where all run on both. */
export const it = runsOnce ? leaveOut : test
