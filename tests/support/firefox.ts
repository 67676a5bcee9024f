import type { Browser } from '@playwright/test'
import { findProgram } from './debian.ts'

/** `FIREFOX_PATH`, else the machine's: a released Firefox, spoken to over WebDriver BiDi. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH || findProgram('firefox-esr', 'firefox')
}

/** Playwright's own side of a browser over WebDriver BiDi, which runs in this process. */
interface OwnSide {
  _browserSession: { send(method: string, params: unknown): Promise<unknown> }
}

/**
 * Playwright emulates media features of each context, by a command that Firefox has only since 154: before, none are emulated.
 * No test that runs in Firefox needs them.
 */
export function spareMediaFeatures(browser: Browser): void {
  const { _connection } = browser as Browser & { _connection: { toImpl(browser: Browser): OwnSide } }
  const session = _connection.toImpl(browser)._browserSession
  const send = session.send.bind(session)
  session.send = async (method, params) => (method === 'emulation.setMediaFeaturesOverride' ? {} : send(method, params))
}
