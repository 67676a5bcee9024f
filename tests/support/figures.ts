import { readFileSync } from 'node:fs'

/** Of times in milliseconds, rounded. */
export interface Percentiles {
  count: number
  p50: number
  p99: number
  longest: number
}

export function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}

/** Bytes of memory that a process has in use (Linux). */
export function residentBytes(pid: number | undefined): number {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Milliseconds of processor time that a process has used so far, of all its threads (Linux). */
export function cpuMs(pid: number | undefined): number {
  const ticksPerMs = 0.1
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerMs
}

/** Prints what a test has measured, for the table of tests/faults/README.md. */
export function tell(fault: string, figures: Record<string, string | number>): void {
  const all = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  console.log(`FIGURES ${fault}: ${all.join(', ')}`)
}
