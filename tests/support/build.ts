import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Global setup of the tests that run the production build: makes it where it is missing or stale. */
export default function build(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../server/cli/bootstrap.mjs'), 'build'], {
    // vite.config.ts leaves Remix out for Vitest.
    env: { ...process.env, VITEST: undefined },
    stdio: 'inherit',
  })
}
