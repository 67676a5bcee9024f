import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findProgram, installDebianPackage } from './debian.ts'

/** Chromium without windows, as Playwright's own is: the same pages cost it a quarter less processor time. */
const headlessShell = 'chromium-headless-shell'

/**
 * The browser of the end-to-end tests: `CHROMIUM_PATH`, else one on the machine, else one of Debian's packages, else
 * Playwright's own.
 * @throws Error if none is available
 */
export function findChromium(): string {
  const path =
    process.env.CHROMIUM_PATH ||
    chromiumOnThisMachine() ||
    ([headlessShell, 'chromium'].some(installDebianPackage) && chromiumOnThisMachine())
  if (path) return path

  if (!existsSync(chromium.executablePath())) {
    const playwright = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js')
    spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' })
  }
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error('No Chromium: install it, or name its program in CHROMIUM_PATH')
}

function chromiumOnThisMachine(): string | undefined {
  const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return (
    findProgram(headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    (existsSync(macOs) ? macOs : undefined)
  )
}
