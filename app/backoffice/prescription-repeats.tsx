import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import type { Shop } from '#server/shop.ts'
import { fieldPair, stack } from '../styles/shared.css.ts'
import { formatDay } from '../texts/format.ts'
import { prescriptionRepeatTexts as texts } from '../texts/prescription-use.ts'
import { DateField } from '../ui/field/date-field.tsx'
import { FieldSet, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

interface RepeatPanelProps {
  details: BackofficePrescription
  request: StaffRequest
}

/** The form whose fields stand outside of it: they come after it, since nobody needs them to approve by keyboard. */
type RepeatFieldsProps = RepeatPanelProps & { formId?: string }

/** Before the decision, beside its form. */
export function PendingRepeatPanel(props: RepeatFieldsProps) {
  const { prescription, repeatablePartIds } = props.details
  if (prescription.decision !== null || repeatablePartIds.length === 0) return null
  return (
    <Panel as="div">
      <RepeatFields {...props} />
    </Panel>
  )
}

const repeatForm = { intent: 'repetir', schema: ({ backoffice }: Shop) => backoffice.forms.RepeatItem }

/** How often each part may be used again: neither a retained one, nor one that itself repeats another. */
function RepeatFields({ details, request, formId }: RepeatFieldsProps) {
  const parts = details.prescription.parts.filter(({ id }) => details.repeatablePartIds.includes(id))
  return parts.map(({ id, patient, repeatTimes, repeatUntil }, index) => {
    const { field, failedForm } = showStaffForm(repeatForm, request, {
      texts: texts.fields,
      values: {
        times: repeatTimes === null ? '' : String(repeatTimes),
        until: repeatUntil ?? details.defaultRepeatLastDayByPartId.get(id),
      },
      intents: ['aprovar'],
      item: id,
    })
    return (
      <FieldSet
        key={id}
        legend={(formId ? texts.approvalLegend : texts.legend)(patient)}
        {...(index === 0 && { id: 'repeats', error: failedForm?.getFieldError('repeats') ?? null })}
      >
        <input type="hidden" name="repeats" value={id} form={formId} />
        <div className={fieldPair}>
          <TextField {...field('times')} form={formId} inputMode="numeric" autoComplete="off" />
          <DateField {...field('until')} form={formId} />
        </div>
      </FieldSet>
    )
  })
}

/** After the approval: how often it was used, and still may be. */
export function RepeatPanel({ details, request }: RepeatPanelProps) {
  if (details.prescription.status !== 'approved' || details.repeatablePartIds.length === 0) return null
  return (
    <Panel title={texts.title}>
      {[...details.repeatsByPartId.values()].map(({ partId, useCount, maxUses }) => (
        <p key={partId}>{texts.usedCount(useCount, maxUses)}</p>
      ))}
      <PostForm className={stack}>
        <SeenState seenHash={details.seenHashes.repeats} />
        <RepeatFields details={details} request={request} />
        <IntentButton intent="repetir" label={texts.save} variant="outline" name="decision" />
      </PostForm>
    </Panel>
  )
}

/** Before the decision on one that repeats another. */
export function RepeatMessages({ details, rootPath }: { details: BackofficePrescription; rootPath: string }) {
  return details.prescription.parts.map(({ id, repeatsPartId }) => {
    const repeat = repeatsPartId === null ? undefined : details.repeatsByPartId.get(id)
    if (!repeat) return null
    const { useCount, maxUses, lastDay, prescriptionId } = repeat
    return (
      <Message key={id} tone={useCount > maxUses ? 'error' : 'ok'} title={texts.repeatUse(useCount, maxUses)}>
        <p>
          {texts.validUntil(formatDay(lastDay))}{' '}
          <a href={`${rootPath}/receitas/${prescriptionId}`}>{texts.seeFirstDecision}</a>
        </p>
      </Message>
    )
  })
}
