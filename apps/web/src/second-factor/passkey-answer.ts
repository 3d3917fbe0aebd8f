import { useRef } from 'react'

/** What a passkey answered goes out once, with what the fields hold. */
export function usePasskeyAnswer() {
  const answer = useRef<object>(undefined)
  return {
    onPasskey: (given: object) => {
      answer.current = given
    },
    send: <V extends object>(values: V): V => {
      const passkey = answer.current
      answer.current = undefined
      return passkey ? { ...values, code: undefined, passkey } : values
    },
  }
}
