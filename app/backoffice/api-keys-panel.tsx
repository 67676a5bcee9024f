import type { ApiKey } from '#server/staff/api-keys.ts'
import type { ApiKeyScope } from '#server/staff/roles.ts'
import { row, stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { apiKeyTexts as texts } from '../texts/backoffice/systems.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { Checkbox, FieldSet, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import type { StaffFormView } from './staff-form.server.tsx'

const allScopes = Object.keys(texts.scopes) as ApiKeyScope[]

/** The submitted scopes that exist. */
export function readScopes(scopeNames: string[]): ApiKeyScope[] {
  return allScopes.filter((scope) => scopeNames.includes(scope))
}

type ApiKeysPanelProps = {
  apiKeys: ApiKey[]
  branches: { id: number; name: string }[]
  /** The path that its forms post to. */
  action: string
  /** A key made a moment ago. */
  newApiKey: string | undefined
  /** That of a new key. */
  form: StaffFormView<keyof typeof texts.fields>
}

export function ApiKeysPanel({ apiKeys, branches, action, newApiKey, form }: ApiKeysPanelProps) {
  const { failedForm, field } = form
  const getBranchName = (branchId: number | null) =>
    branches.find(({ id }) => id === branchId)?.name ?? backofficeTexts.allBranches
  return (
    <Panel title={texts.panelTitle}>
      <div className={stack}>
        <p>
          {texts.intro} <a href="/api/staff/openapi.json">/api/staff/openapi.json</a>
        </p>
        {newApiKey && (
          <Message tone="ok" title={texts.tokenHint} role="status">
            <code className={css.copyableCode}>{newApiKey}</code>
          </Message>
        )}
        {apiKeys.length === 0 && <p>{texts.noKeys}</p>}
        {apiKeys.map((key) => (
          <PostForm key={key.id} className={row} action={action}>
            <input type="hidden" name="id" value={key.id} />
            <p className={css.fillRow}>
              <b>{key.name}</b>
              <br />
              {key.scopes.map((scope) => texts.scopes[scope]).join('; ')} · {getBranchName(key.branchId)}
              <br />
              <small>{key.usedAt ? texts.usedAt(formatDateAndTime(key.usedAt)) : texts.neverUsed}</small>
            </p>
            <IntentButton intent="remover-chave" label={texts.remove} subject={key.name} variant="danger" />
          </PostForm>
        ))}
        <PostForm className={`${stack} ${css.narrowForm}`} action={action}>
          <h3>{texts.addTitle}</h3>
          <SeenState seenHash={crypto.randomUUID()} />
          <TextField {...field('name')} />
          <FieldSet legend={texts.fields.scopes[0]}>
            {allScopes.map((scope) => (
              <Checkbox
                key={scope}
                name="scopes"
                value={scope}
                label={texts.scopes[scope]}
                defaultChecked={failedForm?.getFieldValues('scopes').includes(scope)}
              />
            ))}
          </FieldSet>
          <BranchSelect {...field('branch')} branches={branches} />
          <IntentButton intent="criar-chave" label={texts.add} />
        </PostForm>
      </div>
    </Panel>
  )
}
