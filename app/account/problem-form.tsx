import type { Problem, ProblemKind } from '#server/problems/problem.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDay } from '../texts/format.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox, FieldSet, Select, TextArea, TextField } from '../ui/field/field.tsx'
import type { ShownForm } from '../ui/field/form-fields.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'

export type ProblemLine = { id: number; name: string; requiresPrescription: boolean; left: number }

type Props = {
  lines: ProblemLine[]
  /** Why each kind cannot be told now; null where it can. */
  objections: Record<ProblemKind, string | null>
  withdrawalDay: string | null
  chosen: string | null
  draft: Problem | null
  /** What the form says that is shown again. */
  reply: ShownForm
}

const maxMessage = 1000

/** What happened, with which products, in words and photos. */
export function ProblemForm({ lines, objections, withdrawalDay, chosen, draft, reply }: Props) {
  const kinds = Object.keys(texts.kinds) as ProblemKind[]
  const possible = kinds.filter((kind) => objections[kind] === null)
  const drafted = (id: number) => draft?.items.find(({ productId }) => productId === id)
  const kind = reply.typed('kind', chosen ?? '')
  const isTicked = (id: number) =>
    reply.form ? reply.typedAll('item').includes(String(id)) : drafted(id) !== undefined
  const unitsOf = (id: number) => reply.typed(`units-${id}`, String(drafted(id)?.units ?? 1))
  const { errorOf } = reply
  const hintOf = (each: ProblemKind) =>
    objections[each] ??
    (each === 'withdraw' && withdrawalDay ? texts.withdrawUntil(formatDay(withdrawalDay)) : texts.kindHints[each])
  return (
    <>
      <h1>{texts.what}</h1>
      <p>{texts.lead}</p>
      <ErrorSummary errors={reply.errors} />
      <PostForm className={stack} encType="multipart/form-data">
        <FieldSet legend={texts.kind} id="kind" error={errorOf('kind')}>
          {[...possible, ...kinds.filter((each) => objections[each] !== null)].map((each) => (
            <RadioCard
              key={each}
              name="kind"
              value={each}
              defaultChecked={each === kind}
              disabled={objections[each] !== null}
              required
              label={texts.kinds[each]}
              detail={hintOf(each)}
            />
          ))}
        </FieldSet>
        <FieldSet legend={texts.items} id="item" error={errorOf('item')}>
          {lines
            .filter(({ left }) => left > 0)
            .map(({ id, name, left }) => (
              <div key={id}>
                <Checkbox id={`item-${id}`} name="item" value={id} defaultChecked={isTicked(id)} label={name} />
                <Select label={texts.units(name)} name={`units-${id}`} id={`units-${id}`} defaultValue={unitsOf(id)}>
                  {Array.from({ length: left }, (_, at) => at + 1).map((units) => (
                    <option key={units} value={units}>
                      {texts.unitsOf(units, left)}
                    </option>
                  ))}
                </Select>
              </div>
            ))}
        </FieldSet>
        <TextArea
          label={texts.message}
          hint={texts.messageHint}
          name="message"
          id="message"
          maxLength={maxMessage}
          defaultValue={reply.typed('message', draft?.message)}
          error={errorOf('message')}
        />
        <TextField
          label={texts.photos}
          optional
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
          error={errorOf('file')}
        />
        <Button size="big" name="intent" value="preview">
          {texts.see}
        </Button>
        <p className={muted}>{texts.nothingYet}</p>
      </PostForm>
    </>
  )
}
