import { Anchor } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { greeting } from './sign-in.ts'

const FirstTimeModal = lazy(() => import('./first-time-modal.tsx'))
const hiddenKey = 'mshahara.first-time-hidden'

export function FirstTime() {
  const hidden = localStorage.getItem(hiddenKey) !== null
  const [opened, setOpened] = useState(greeting.due && !hidden)
  useEffect(() => {
    greeting.due = false
  }, [])
  function close(never: boolean) {
    if (never) localStorage.setItem(hiddenKey, '1')
    else localStorage.removeItem(hiddenKey)
    setOpened(false)
  }
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpened(true)}>
        First Time Login?
      </Anchor>
      {opened && (
        <Suspense fallback={null}>
          <FirstTimeModal hidden={hidden} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
