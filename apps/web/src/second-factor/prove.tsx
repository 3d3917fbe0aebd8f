import { PasswordInput, Text } from '@mantine/core'
import type { auth } from '@mshahara/contract/auth'
import type { Answer, Call } from '@mshahara/contract/endpoint'
import type { OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import type { ReactNode } from 'react'
import { refresh } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { FactorFields } from './factor-fields.tsx'
import { usePasskeyAnswer } from './passkey-answer.ts'
import { factorTexts } from './texts.ts'

type Factors = typeof secondFactor
type Proving =
  | Factors['beginTotp' | 'beginPasskey' | 'remove' | 'renewRecoveryCodes' | 'reset' | 'setRule']
  | (typeof auth)['endSession' | 'endOtherSessions']

interface Props<E extends Proving> {
  endpoint: E
  params?: Call<E>['params']
  /** What is sent beside the proof. */
  body?: Partial<Call<E>['body']>
  title: string
  /** What comes of it, where the title does not say. */
  text?: ReactNode
  action: string
  danger?: boolean
  factors: OwnFactor[]
  /** Whether the sign-in is so recent that nothing is asked for; left out where it always is. */
  fresh?: boolean
  onCancel: () => void
  /** Also closes this window, or puts the next one in its place. */
  onDone: (data: Answer<E>) => unknown
}

/** Before something important: the second factor again, or the password. */
export function Prove<E extends Proving>(props: Props<E>) {
  const { endpoint, params, body, title, text, action, danger, factors, fresh } = props
  const t = useTexts(factorTexts)
  const { onPasskey, send } = usePasskeyAnswer()
  const byPassword = factors.length === 0
  const asked = fresh ? {} : byPassword ? { current_password: '' } : { code: '' }
  return (
    <FormModal
      endpoint={endpoint}
      params={params as never}
      title={title}
      action={action}
      danger={danger}
      size="sm"
      initial={{ ...body, ...asked } as never}
      send={send}
      onClose={() => {}}
      onCancel={props.onCancel}
      onDone={({ data }) => props.onDone(data)}
      // The sign-in may have grown too old meanwhile.
      onRefused={fresh ? refresh : undefined}
    >
      {(form) => (
        <>
          {text && <Text size="sm">{text}</Text>}
          {fresh === false && <Text size="sm">{t.whileAgo}</Text>}
          {!fresh && byPassword && (
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': t.showCharacters }}
              {...form.getInputProps('current_password')}
            />
          )}
          {!fresh && !byPassword && (
            <FactorFields form={form} factors={factors} onPasskey={onPasskey} autoFocus />
          )}
        </>
      )}
    </FormModal>
  )
}
