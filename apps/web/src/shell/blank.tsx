import { Outlet } from '@tanstack/react-router'
import { OutsideFrame } from './outside-frame.tsx'

export default function Blank() {
  return (
    <OutsideFrame>
      <Outlet />
    </OutsideFrame>
  )
}
