import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, outdent, stack } from '../styles/shared.css.ts'
import { accountTexts } from '../texts/account.ts'
import { formatDay } from '../texts/format.ts'
import { reminderTexts as texts } from '../texts/reminders.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const reminders = await args.context.shop.reminders.listReminders(customer.id)
  const patients = [...new Set(reminders.map(({ patient }) => patient))]
  return {
    patientGroups: patients.map((patient) => ({
      patient,
      reminders: reminders.filter((reminder) => reminder.patient === patient),
    })),
  }
}

export const headers = buildNoStoreHeaders

export const action = createCustomerAction(
  defineCustomerForm({
    intent: 'remove',
    run: ({ shop, formData, visitor }) =>
      shop.reminders.removeReminder(visitor.customer.id, parseId(formData.get('id'))),
    respond: () => ({ to: '/minha-conta/lembretes', flash: createFlashMessage('ok', texts.removedMessage) }),
  }),
)

export const meta = createNoindexMeta(texts.title)

/** A customer's reminders, by the person for whom each is. */
export default function RemindersPage() {
  const { patientGroups } = useLoaderData<typeof loader>()
  return (
    <>
      <Breadcrumb items={[{ name: accountTexts.title, href: '/minha-conta' }, { name: texts.title }]} />
      <div className={`${narrowColumn} ${stack}`}>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        {patientGroups.length === 0 && <p>{texts.noReminders}</p>}
        {patientGroups.map(({ patient, reminders }) => (
          <Panel
            key={patient ?? ''}
            {...(patientGroups.length > 1
              ? { title: patient ?? texts.noPatient }
              : { hiddenTitle: patient ?? texts.noPatient })}
          >
            {reminders.map(({ id, name, slug, dueOn, isSent }) => (
              <PostForm key={id}>
                <input type="hidden" name="id" value={id} />
                <b>{slug === null ? name : <a href={`/produto/${slug}`}>{name}</a>}</b>
                <p className={muted}>{isSent ? texts.alreadySent : texts.scheduledFor(formatDay(dueOn))}</p>
                <div className={outdent}>
                  <Button variant="text" name="intent" value="remove" aria-label={texts.removeLabel(name)}>
                    {texts.remove}
                  </Button>
                </div>
              </PostForm>
            ))}
          </Panel>
        ))}
      </div>
    </>
  )
}
