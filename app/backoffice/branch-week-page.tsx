import { z } from 'zod'
import type { BackofficeBranch, BrokenBookings } from '#server/backoffice/branches.ts'
import type { BranchSettings } from '#server/delivery/branch-setting-schemas.ts'
import type { NewSlot } from '#server/delivery/window-formats.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { branchTexts } from '../texts/backoffice/branches.ts'
import { weekdays } from '../texts/stores.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { control } from '../ui/field/control.css.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { BackofficeTable } from './backoffice-table.tsx'
import { BrokenBookingList } from './branches-page.tsx'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'
import {
  composeDayHours,
  composeHours,
  composeWindows,
  gridDays,
  hourFieldNames,
  toHourFields,
  toWindowFields,
  windowFieldNames,
} from './week-grid.ts'

const texts = branchTexts.week

type ReadField = (name: string) => string

interface WeekFormDetails {
  intent: 'horario' | 'janelas'
  /** The setting that the fields stand for, and the line that they make. */
  setting: 'weeklyHours' | 'windows'
  compose: (read: ReadField) => string
  savedMessage: string
}

const hoursDetails: WeekFormDetails = {
  intent: 'horario',
  setting: 'weeklyHours',
  compose: composeHours,
  savedMessage: texts.hours.savedMessage,
}
const windowsDetails: WeekFormDetails = {
  intent: 'janelas',
  setting: 'windows',
  compose: composeWindows,
  savedMessage: texts.windows.savedMessage,
}

/** Its button, and the one that says which orders its sender has seen. */
const createWeekForms = ({ intent, setting, compose, savedMessage }: WeekFormDetails) =>
  [intent, toAnywayIntent(intent)].map((buttonIntent) =>
    defineStaffForm({
      intent: buttonIntent,
      schema: ({ delivery }) =>
        z.object({
          week: delivery.BranchSettings.shape[setting] as z.ZodType<unknown, string>,
          seenBookings: z.string().default(''),
        }),
      fields: {
        week: {
          name: intent,
          read: (formData) => [['', compose((name) => String(formData.get(name) ?? ''))]],
        },
      },
      run: (request, { week, seenBookings }) =>
        request.backoffice.branches.changeBranchSettings(request.id, { [setting]: week } as Partial<BranchSettings>, {
          settings: request.seenHash,
          brokenBookings: buttonIntent === intent ? '' : seenBookings,
        }),
      respond: () => ({ flash: savedMessage }),
    }),
  )

/** One is always free. */
const minWindowColumns = 4

const toAnywayIntent = (intent: string) => `${intent}-assim`

export const loader = createStaffLoader(loadView)

export const action = createStaffAction(
  [...createWeekForms(hoursDetails), ...createWeekForms(windowsDetails)],
  loadView,
)

async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, shop, rootPath } = request
  const details = await backoffice.branches.getBranch(request.id)
  const windows = shop.delivery.BranchSettings.shape.windows.parse(details.settings.windows)
  return {
    title: texts.title(details.branch.name),
    header: (
      <ButtonLink variant="outline" href={`${rootPath}/lojas`}>
        {texts.backLink}
      </ButtonLink>
    ),
    content: (
      <>
        <HoursForm details={details} {...(await loadFormState(request, hoursDetails))} request={request} />
        <WindowsForm details={details} slots={windows} {...(await loadFormState(request, windowsDetails))} />
      </>
    ),
  }
}

/** The form as it was refused, if it is this one, with the orders that it would not keep. */
async function loadFormState({ id, backoffice, shop, failedForm }: StaffRequest, form: WeekFormDetails) {
  if (!failedForm || ![form.intent, toAnywayIntent(form.intent)].includes(failedForm.intent ?? '')) return {}
  if (failedForm.errorCode !== 'branch.booked') return { failedForm }
  const line = form.compose((name) => failedForm.getFieldValue(name))
  const settings = { [form.setting]: shop.delivery.BranchSettings.shape[form.setting].parse(line) }
  return { failedForm, brokenBookings: await backoffice.branches.previewBrokenBookings(id, settings) }
}

interface WeekFormProps {
  details: BackofficeBranch
  failedForm?: FailedForm
  brokenBookings?: BrokenBookings
}

function HoursForm({ details, request, ...state }: WeekFormProps & { request: StaffRequest }) {
  const { weeklyHours } = details.branch
  const values = toHourFields(weeklyHours)
  const { failedForm } = state
  const read = (name: string) => failedForm?.getFieldValue(name) ?? values[name] ?? ''
  const rangeCount = Math.max(2, ...weeklyHours.map((ranges) => ranges.length))
  const { shape } = request.shop.delivery.BranchSettings
  const isWrong = (line: string[]) =>
    failedForm && line.length > 0 && !shape.weeklyHours.safeParse(line.join(' | ')).success
  const numbers = Array.from({ length: rangeCount }, (_, index) => index + 1)
  const [dayColumn = '', stateColumn = '', ...timeColumns] = texts.columns
  const labels = numbers.map((number) =>
    (number === 1 ? timeColumns.slice(0, 2) : timeColumns.slice(2)).map((label) => texts.ordinal(label, number)),
  )
  return (
    <WeekForm {...state} {...hoursDetails} details={details} texts={texts.hours}>
      <BackofficeTable columns={[dayColumn, stateColumn, ...labels.flat()]}>
        {gridDays.map((day) => (
          <tr key={day.key}>
            <th scope="row" data-wide>
              {weekdays[day.weekday]}
            </th>
            <td data-wide>
              <input type="hidden" name={`${day.key}_shown`} value={values[`${day.key}_shown`]} />
              <select
                className={control}
                name={`${day.key}_state`}
                defaultValue={read(`${day.key}_state`)}
                aria-label={`${weekdays[day.weekday]}: ${stateColumn}`}
              >
                {Object.entries(texts.states).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
            {numbers.flatMap((number) =>
              hourFieldNames(day, number).map((name, end) => (
                <td key={name} data-label={labels[number - 1]?.[end]}>
                  <input
                    className={control}
                    name={name}
                    defaultValue={read(name)}
                    aria-label={`${weekdays[day.weekday]}: ${labels[number - 1]?.[end]}`}
                    aria-invalid={isWrong(composeDayHours(day, read)) ? true : undefined}
                  />
                </td>
              )),
            )}
          </tr>
        ))}
      </BackofficeTable>
    </WeekForm>
  )
}

function WindowsForm({ details, slots, ...state }: WeekFormProps & { slots: NewSlot[] }) {
  const { count, values } = toWindowFields(slots)
  const read = (name: string) => state.failedForm?.getFieldValue(name) ?? values[name] ?? ''
  const numbers = Array.from({ length: Math.max(minWindowColumns, count + 1) }, (_, index) => index + 1)
  const { rows, orders, window } = texts.windows
  const formatHours = (number: number) => {
    const { from, to } = windowFieldNames(number)
    return read(from) === '' ? window(number) : `${read(from)}-${read(to)}`
  }
  const renderCell = (name: string, label: string, number: number, columnLabel: string) => (
    <td key={name} data-label={columnLabel}>
      <input className={control} name={name} defaultValue={read(name)} aria-label={`${window(number)}: ${label}`} />
    </td>
  )
  return (
    <WeekForm {...state} {...windowsDetails} details={details} texts={texts.windows}>
      <BackofficeTable columns={[texts.columns[0] ?? '', ...numbers.map(window)]}>
        {(Object.keys(rows) as (keyof typeof rows)[]).map((line) => (
          <tr key={line}>
            <th scope="row" data-wide>
              {rows[line]}
            </th>
            {numbers.map((number) => renderCell(windowFieldNames(number)[line], rows[line], number, window(number)))}
          </tr>
        ))}
        {gridDays.map(({ key, weekday }) => (
          <tr key={key}>
            <th scope="row" data-wide>
              {weekdays[weekday]}
            </th>
            {numbers.map((number) =>
              renderCell(`${key}_${number}`, `${weekdays[weekday]}, ${orders}`, number, formatHours(number)),
            )}
          </tr>
        ))}
      </BackofficeTable>
    </WeekForm>
  )
}

type WeekPanelProps = WeekFormProps &
  Pick<WeekFormDetails, 'intent' | 'setting'> & {
    texts: { title: string; hint: string; save: string }
    /** The table of fields. */
    children: React.ReactNode
  }

function WeekForm({ details, intent, setting, failedForm, brokenBookings, texts: words, children }: WeekPanelProps) {
  const line = details.settings[setting]
  return (
    <Panel title={words.title}>
      <PostForm className={stack} id={intent}>
        <p className={muted}>{words.hint}</p>
        {children}
        <p className={muted}>
          {texts.inOneLine} {line || texts.none}
        </p>
        <SeenState
          seenHash={details.seenHash}
          failedForm={failedForm}
          presentValues={[{ field: setting, label: words.title, value: line }]}
        />
        {brokenBookings && <BrokenBookingList {...brokenBookings} intent={toAnywayIntent(intent)} />}
        <IntentRow intent={intent} label={words.save} variant="outline" />
      </PostForm>
    </Panel>
  )
}
