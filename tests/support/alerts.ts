import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from './debian.ts'

const rulesFile = join(import.meta.dirname, '../../server/web/monitoring/alerts.yaml')
const rules = readFileSync(rulesFile, 'utf8')

/** What a server tells Prometheus; null where it does not answer within Prometheus' ten seconds. */
export type Scrape = string | null

export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  return answer?.ok ? await answer.text() : null
}

/** A sample of a scrape, by the beginning of its line; NaN where there is none. */
export function sampleOf(found: Scrape, series: string): number {
  const line = found?.split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length))
}

/** Minutes for which the first scrape was so already, and for which the last one stays so: more than any rule waits. */
const [before, after] = [30, 90]

/**
 * Which of the shop's alerts fire when Prometheus scrapes this, one a minute: told by its own `promtool`.
 * @returns their names, by the alphabet
 */
export function firingOf(scrapes: Scrape[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-alerts-'))
  try {
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    const suite = {
      rule_files: [rulesFile],
      evaluation_interval: '1m',
      tests: names.map((name) => ({
        interval: '1m',
        input_series: seriesOf(scrapes),
        // What is not firing is a difference, and told.
        promql_expr_test: [
          {
            expr: `group by (alertname) (max_over_time(ALERTS{alertname="${name}",alertstate="firing"}[1d]))`,
            eval_time: `${before + scrapes.length + after}m`,
            exp_samples: [{ labels: `{alertname="${name}"}`, value: 1 }],
          },
        ],
      })),
    }
    const file = join(folder, 'suite.json')
    writeFileSync(file, JSON.stringify(suite))
    const { stdout, stderr, error } = spawnSync(findPromtool(), ['test', 'rules', file], { encoding: 'utf8' })
    const told = `${stdout}${stderr}`
    if (error || !/SUCCESS|FAILED/.test(told) || /error|parse/i.test(told)) throw error ?? new Error(told)
    return names
      .filter((name) => !told.includes(`alertname=\\"${name}\\"`) && !told.includes(`alertname="${name}"`))
      .sort()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function seriesOf(scrapes: Scrape[]) {
  const target = 'job="balcao",instance="shop:3000"'
  const samples = scrapes.map((found) => new Map(found === null ? [] : linesOf(found)))
  const all = [...new Set(samples.flatMap((of) => [...of.keys()]))]
  const series = all.map((key) => {
    const [, name = '', labels] = /^(\w+)(?:\{(.*)\})?$/.exec(key) ?? []
    return {
      series: `${name}{${[target, labels].filter(Boolean).join()}}`,
      values: samples.map((of) => of.get(key) ?? null),
    }
  })
  const up = { series: `up{${target}}`, values: scrapes.map((found) => (found === null ? '0' : '1')) }
  return [up, ...series].map(({ series, values }) => ({ series, values: written(values) }))
}

/** The samples of the metrics that the rules name. */
function linesOf(found: string): [key: string, value: string][] {
  return found.split('\n').flatMap((line): [string, string][] => {
    const name = /^\w+/.exec(line)?.[0]
    const space = line.lastIndexOf(' ')
    return name && new RegExp(`\\b${name}\\b`).test(rules) ? [[line.slice(0, space), line.slice(space + 1)]] : []
  })
}

/** In promtool's shorthand: `5+0x3` is 5 four times, `_x3` nothing three times. */
function written(values: (string | null)[]): string {
  const repeated = (value: string | null | undefined, times: number) =>
    value === null || value === undefined ? `_x${times}` : `${value}+0x${times - 1}`
  return [repeated(values[0], before), ...values.map((value) => value ?? '_'), repeated(values.at(-1), after)].join(' ')
}

/** Of the machine's Prometheus, else of Debian's package. @throws Error where there is neither */
function findPromtool(): string {
  const program = findProgram('promtool')
  if (program) return program
  if (!installDebianPackage('prometheus')) throw new Error("Prometheus' promtool is not available")
  return findPromtool()
}
