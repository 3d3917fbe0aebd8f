import { useNavigate } from '@tanstack/react-router'
import { useLaterTexts } from '../lib/language.tsx'
import { signOut, useMaybeProfile } from '../lib/session.ts'
import { Panel } from '../ui/panel.tsx'
import { usePasswordForm } from './current-password.tsx'
import { NewPassword } from './new-password.tsx'
import { PanelForm } from './panel-form.tsx'
import { afterPasswordChange } from './password-changed.ts'
import { authTexts } from './texts.ts'

export default function ChangePassword() {
  const profile = useMaybeProfile()
  return profile && <Form id={profile.id} first={profile.must_change_password} />
}

function Form({ id, first }: { id: string; first: boolean }) {
  const navigate = useNavigate()
  const t = useLaterTexts(authTexts)
  const { form, submit, busy, question } = usePasswordForm({
    id,
    first,
    onDone: async () => {
      await afterPasswordChange(id)
      await navigate({ to: '/' })
    },
  })
  async function cancel() {
    // Whoever must change the password has no other screen: leaving means signing out.
    if (!first) return navigate({ to: '/' })
    await signOut()
    await navigate({ to: '/login' })
  }
  return (
    <Panel title={t.changeTitle} text={first ? t.changeFirst : undefined}>
      <PanelForm onSubmit={submit} busy={busy} onCancel={cancel}>
        <NewPassword form={form} autoFocus />
      </PanelForm>
      {question}
    </Panel>
  )
}
