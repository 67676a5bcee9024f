import { useEffect, useRef, useState } from 'react'
import { countdown } from './countdown.css.ts'

type CountdownProps = {
  /** Whole seconds left by the shop's clock when the page was made: the browser's clock may be wrong. */
  initialSeconds: number
  /** Called once, when no time is left. */
  onEnd?: () => void
}

/** Minutes and seconds left; counts down with scripts, static without. */
export function Countdown({ initialSeconds, onEnd }: CountdownProps) {
  const [secondsLeft, setSecondsLeft] = useState(initialSeconds)
  const latestOnEnd = useRef(onEnd)
  const hasEnded = useRef(false)
  latestOnEnd.current = onEnd

  useEffect(() => {
    const startMs = performance.now()
    const tick = () => {
      const remainingSeconds = Math.max(0, initialSeconds - Math.floor((performance.now() - startMs) / 1000))
      setSecondsLeft(remainingSeconds)
      if (remainingSeconds > 0) return
      clearInterval(timer)
      if (!hasEnded.current) latestOnEnd.current?.()
      hasEnded.current = true
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [initialSeconds])

  const minutes = Math.floor(secondsLeft / 60)
  return (
    <time className={countdown} role="timer" dateTime={`PT${minutes}M${secondsLeft % 60}S`}>
      {`${String(minutes).padStart(2, '0')}:${String(secondsLeft % 60).padStart(2, '0')}`}
    </time>
  )
}
