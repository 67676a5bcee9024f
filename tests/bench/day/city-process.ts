import { percentiles } from '../../support/figures.ts'
import { seeded } from '../../support/seeded.ts'
import type { CityPlan, Stretch, StretchReport } from './city.ts'
import { type Kind, mix, type Surroundings, visits } from './visits.ts'

const tickMs = 10

let plan: CityPlan = { urls: [], seed: 1, customers: [], staff: [] }
let random = seeded(1)
let begun = 0
let times: number[] = []
let counts = { orders: 0, paid: 0, refused: 0, failed: 0 }

process.on('message', async (message: { plan: CityPlan } | { stretch: Stretch }) => {
  if ('plan' in message) {
    plan = message.plan
    random = seeded(plan.seed)
  } else process.send?.(await play(message.stretch))
})
process.on('disconnect', () => process.exit())

async function play({ seconds, perSecond }: Stretch): Promise<StretchReport> {
  times = []
  counts = { orders: 0, paid: 0, refused: 0, failed: 0 }
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()]
  let due = 0
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const passed = (performance.now() - started) / 1000
      for (; due < Math.floor(Math.min(passed, seconds) * perSecond); due += 1) begin()
      if (passed < seconds) return
      clearInterval(tick)
      resolve()
    }, tickMs)
  })
  // Visits under way go on; what they are answered counts for the stretch in which it comes.
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuPercent = Math.round((user + system) / 10 / (performance.now() - started))
  return { ...percentiles(times), ...counts, cpuPercent }
}

function begin(): void {
  begun += 1
  const around: Surroundings = {
    url: plan.urls[begun % plan.urls.length] ?? '',
    random,
    customers: plan.customers,
    staff: plan.staff,
    onAnswer(ms, status) {
      times.push(ms)
      if (status === 503) count('refused')
      else if (status === 0 || status >= 400) count('failed')
    },
    onOrder: () => count('orders'),
    onPaid: () => count('paid'),
  }
  void visits[nextKind()](around).catch(() => count('failed'))
}

function count(what: keyof typeof counts): void {
  counts[what] += 1
}

function nextKind(): Kind {
  let left = random() * 100
  for (const [kind, share] of Object.entries(mix)) {
    left -= share
    if (left < 0) return kind as Kind
  }
  return 'stroll'
}
