/** Numbers of passed and failed tests. Whatever did not run (skipped, to do, no report at all) counts as failed. */
export type Count = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** @param exitCode the program's: a failure outside any test (a crash, an unhandled error) counts one */
export function countVitest(report: VitestReport | undefined, exitCode: number): Count {
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return withExitCode(
    report.numPassedTests,
    report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles.length,
    exitCode,
  )
}

export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return withExitCode(expected, unexpected + flaky + skipped, exitCode)
}

function withExitCode(passed: number, failed: number, exitCode: number): Count {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed }
}
