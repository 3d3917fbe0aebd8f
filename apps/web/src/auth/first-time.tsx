import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const FirstTimeModal = lazy(() => import('./first-time-modal.tsx'))
const hiddenKey = 'mshahara.first-time-hidden'

/** Opens by itself once per page load, until the person opts out. */
let shown = false

export function FirstTime() {
  const hidden = localStorage.getItem(hiddenKey) !== null
  const [opened, setOpened] = useState(!shown && !hidden)
  function close(never: boolean) {
    shown = true
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
