import { PasswordInput, Text } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useState } from 'react'
import { useCallForm } from '../lib/form.ts'
import { useLaterTexts } from '../lib/language.tsx'
import type { Refused } from '../lib/wire.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { useShowCharacters } from './show-characters.ts'
import { authTexts } from './texts.ts'

interface PasswordPair {
  password: string
  password_confirmation: string
}

interface Options {
  id: string
  /** The person's first own password: they have just entered the mailed one. */
  first?: boolean
  onDone: () => unknown
}

/** A new password; the current one is asked for once the new one is filled in. */
export function usePasswordForm({ id, first = false, onDone }: Options) {
  const [chosen, setChosen] = useState<PasswordPair | null>(null)
  const t = useLaterTexts(authTexts)
  const done = t.changed
  const initial = { password: '', password_confirmation: '' }
  const call = { endpoint: auth.changePassword, params: { id }, done }
  const { form, submit, busy } = useCallForm({
    ...call,
    initial,
    onDone: async () => {
      form.reset()
      await onDone()
    },
  })
  function refused({ fields }: Refused) {
    if (!fields.password) return
    setChosen(null)
    form.setErrors({ password: fields.password.join(' ') })
  }
  const question = chosen && (
    <FormModal
      {...call}
      title={t.confirmYou}
      action={t.updateTitle}
      size="sm"
      initial={{ ...chosen, current_password: '' }}
      onClose={() => setChosen(null)}
      onDone={async () => {
        form.reset()
        await onDone()
      }}
      onRefused={refused}
    >
      {(modalForm) => (
        <>
          <Text size="sm">{t.enterCurrent}</Text>
          <CurrentPassword form={modalForm} autoFocus />
        </>
      )}
    </FormModal>
  )
  return { form, submit: first ? submit : form.onSubmit(setChosen), busy, question }
}

interface Props {
  form: { getInputProps: (path: string) => object }
  autoFocus?: boolean
}

export function CurrentPassword({ form, autoFocus }: Props) {
  const t = useLaterTexts(authTexts)
  return (
    <PasswordInput
      label={t.currentPassword}
      autoComplete="current-password"
      data-autofocus={autoFocus || undefined}
      visibilityToggleButtonProps={useShowCharacters()}
      {...form.getInputProps('current_password')}
    />
  )
}
