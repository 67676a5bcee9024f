import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/**
 * Fetches a challenge and solves it: a second or two of work beside the filling in of the form.
 * @returns the solution as the server takes it; null where it cannot be had, and the form is sent without one
 */
export async function solveCaptcha(): Promise<string | null> {
  try {
    const challenge: Challenge = await (await fetch('/api/captcha')).json()
    const solution = await solveChallenge({ challenge, deriveKey })
    return solution && btoa(JSON.stringify({ challenge, solution }))
  } catch {
    return null
  }
}
