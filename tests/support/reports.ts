/**
 * Numbers of tests. `skipped` ones are only counted here; whoever runs them decides whether that is a failure. What else did
 * not run (to do, no report at all) counts as failed.
 */
export type Count = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/**
 * @param exitCode the program's: a failure outside any test (a crash, an unhandled error) counts one
 * @param options.isFiltered tests were chosen by their names; the others are reported as skipped, and not counted
 */
export function countVitest(
  report: VitestReport | undefined,
  exitCode: number,
  { isFiltered = false }: { isFiltered?: boolean } = {},
): Count {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return withExitCode({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numTodoTests + brokenFiles.length,
    skipped: isFiltered ? 0 : report.numPendingTests,
    exitCode,
  })
}

/** No browser test may be skipped. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped, skipped: 0, exitCode })
}

function withExitCode({ passed, failed, skipped, exitCode }: Count & { exitCode: number }): Count {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed, skipped }
}

export function sum(all: Count[]): Count {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}
