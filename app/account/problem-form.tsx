import type { Problem, ProblemKind } from '#server/problems/problem.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDay } from '../texts/format.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox, FieldSet, Select, TextArea, TextField } from '../ui/field/field.tsx'
import type { InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'

export type ReportableOrderLine = {
  productId: number
  name: string
  requiresPrescription: boolean
  remainingUnits: number
}

type ProblemFormProps = {
  lines: ReportableOrderLine[]
  /** Why each kind cannot be reported now; null where it can. */
  rejectionReasonByKind: Record<ProblemKind, string | null>
  withdrawalDeadlineDay: string | null
  initialKind: string | null
  draft: Problem | null
  /** Values and errors of a form that is shown again. */
  formState: FormState
  messageHints: InputHints
}

/** What happened, with which products, in words and photos. */
export function ProblemForm({
  lines,
  rejectionReasonByKind,
  withdrawalDeadlineDay,
  initialKind,
  draft,
  formState,
  messageHints,
}: ProblemFormProps) {
  const kinds = Object.keys(texts.kinds) as ProblemKind[]
  const availableKinds = kinds.filter((kind) => rejectionReasonByKind[kind] === null)
  const findDraftItem = (id: number) => draft?.items.find(({ productId }) => productId === id)
  const selectedKind = formState.getFieldValue('kind', initialKind ?? '')
  const isSelected = (id: number) =>
    formState.intent ? formState.getFieldValues('item').includes(String(id)) : findDraftItem(id) !== undefined
  const getSelectedUnits = (id: number) => formState.getFieldValue(`units-${id}`, String(findDraftItem(id)?.units ?? 1))
  const { getFieldError } = formState
  const getHint = (kind: ProblemKind) =>
    rejectionReasonByKind[kind] ??
    (kind === 'withdraw' && withdrawalDeadlineDay
      ? texts.withdrawalDeadlineHint(formatDay(withdrawalDeadlineDay))
      : texts.kindHints[kind])
  return (
    <>
      <h1>{texts.formTitle}</h1>
      <p>{texts.formIntro}</p>
      <ErrorSummary errors={formState.errors} />
      <PostForm className={stack} encType="multipart/form-data">
        <FieldSet legend={texts.kind} id="kind" error={getFieldError('kind')}>
          {[...availableKinds, ...kinds.filter((kind) => rejectionReasonByKind[kind] !== null)].map((kind) => (
            <RadioCard
              key={kind}
              name="kind"
              value={kind}
              defaultChecked={kind === selectedKind}
              disabled={rejectionReasonByKind[kind] !== null}
              required
              label={texts.kinds[kind]}
              detail={getHint(kind)}
            />
          ))}
        </FieldSet>
        <FieldSet legend={texts.items} id="item" error={getFieldError('item')}>
          {lines
            .filter(({ remainingUnits }) => remainingUnits > 0)
            .map(({ productId, name, remainingUnits }) => (
              <div key={productId}>
                <Checkbox
                  id={`item-${productId}`}
                  name="item"
                  value={productId}
                  defaultChecked={isSelected(productId)}
                  label={name}
                />
                <Select
                  label={texts.units(name)}
                  name={`units-${productId}`}
                  id={`units-${productId}`}
                  defaultValue={getSelectedUnits(productId)}
                  options={Array.from({ length: remainingUnits }, (_, index) => [
                    index + 1,
                    texts.partialUnits(index + 1, remainingUnits),
                  ])}
                />
              </div>
            ))}
        </FieldSet>
        <TextArea
          label={texts.message}
          hint={texts.messageHint}
          name="message"
          id="message"
          {...messageHints}
          isOptional={false}
          defaultValue={formState.getFieldValue('message', draft?.message)}
          error={getFieldError('message')}
        />
        <TextField
          label={texts.photos}
          isOptional
          hint={
            draft && draft.photoIds.length > 0
              ? `${texts.photosHint} ${texts.photosKept(draft.photoIds.length)}`
              : texts.photosHint
          }
          name="file"
          id="file"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          error={getFieldError('file')}
        />
        <Button size="big" name="intent" value="preview">
          {texts.preview}
        </Button>
        <p className={muted}>{texts.notSentYet}</p>
      </PostForm>
    </>
  )
}
