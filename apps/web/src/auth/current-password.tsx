import { PasswordInput, Text } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useState } from 'react'
import { useCallForm } from '../lib/form.ts'
import type { Refused } from '../lib/wire.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { showCharacters } from './new-password.tsx'

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
      title="Confirm it is you"
      action="Update Password"
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
          <Text size="sm">Enter the password you have used until now.</Text>
          <CurrentPassword form={modalForm} autoFocus />
        </>
      )}
    </FormModal>
  )
  return { form, submit: first ? submit : form.onSubmit(setChosen), busy, question }
}

const done = 'Password updated successfully'

interface Props {
  form: { getInputProps: (path: string) => object }
  autoFocus?: boolean
}

export function CurrentPassword({ form, autoFocus }: Props) {
  return (
    <PasswordInput
      label="Current Password"
      autoComplete="current-password"
      data-autofocus={autoFocus || undefined}
      visibilityToggleButtonProps={showCharacters}
      {...form.getInputProps('current_password')}
    />
  )
}
