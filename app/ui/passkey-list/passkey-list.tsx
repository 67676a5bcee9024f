import { muted, row, stack } from '../../styles/shared.css.ts'
import { formatDateAndTime } from '../../texts/dates.ts'
import { passkeyTexts as texts } from '../../texts/passkeys.ts'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/field.tsx'
import { Panel } from '../panel/panel.tsx'
import { PostForm } from '../post-form/post-form.tsx'

interface ListedPasskey {
  id: string
  name: string
  createdAt: Date
  usedAt: Date | null
  /** Of the name, where its forms say what their sender saw. */
  seenHash?: string | undefined
  /** A new name that was refused. */
  typedName?: string | undefined
}

interface PasskeyListProps {
  passkeys: ListedPasskey[]
  /** Where the forms go; the page itself by default. */
  action?: string
  intents: { rename: string; remove: string }
}

/** Somebody's passkeys, each renamed or removed. */
export function PasskeyList({ passkeys, action, intents }: PasskeyListProps) {
  return (
    <Panel title={texts.ownKeys}>
      {passkeys.length === 0 && <p className={muted}>{texts.noPasskeys}</p>}
      {passkeys.map(({ id, name, createdAt, usedAt, seenHash, typedName }, index) => (
        <div key={id} className={stack}>
          <PostForm action={action}>
            <input type="hidden" name="id" value={id} />
            {seenHash && <input type="hidden" name="seen_hash" value={seenHash} />}
            <TextField
              label={texts.name}
              hint={texts.usageLine(formatDateAndTime(createdAt), usedAt && formatDateAndTime(usedAt))}
              name="name"
              id={`name-${index}`}
              required
              defaultValue={typedName ?? name}
              actionButton={
                <Button variant="outline" name="intent" value={intents.rename}>
                  {texts.rename}
                </Button>
              }
            />
          </PostForm>
          <PostForm action={action} className={row}>
            <input type="hidden" name="id" value={id} />
            {seenHash && <input type="hidden" name="seen_hash" value={seenHash} />}
            <Button variant="text" name="intent" value={intents.remove}>
              {`${texts.remove} ${name}`}
            </Button>
          </PostForm>
        </div>
      ))}
    </Panel>
  )
}

/** What a passkey that is being created is called. */
export function NewPasskeyNameField() {
  return (
    <TextField
      label={texts.name}
      hint={texts.nameHint}
      name="name"
      id="new-name"
      required
      defaultValue={texts.defaultName}
    />
  )
}
