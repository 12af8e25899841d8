export type CodeFile = {
  project: string;
  name: string;
  others: readonly string[];
  output: readonly string[];
  text: string;
};

export const CODE_FILES = {
  turtle: {
    project: 'spirals',
    name: 'spiral.py',
    others: ['colors.py', 'flower.py', 'readme.md'],
    output: ['$ python spiral.py', 'drawing 89 seeds ...', 'done in 0.4 s'],
    text: `import math
from turtle import Turtle

GOLDEN = 137.508
seeds = 89

pen = Turtle()
pen.speed(0)
pen.penup()

def place(n):
    """Puts seed number n where a sunflower would."""
    angle = math.radians(n * GOLDEN)
    away = 9 * math.sqrt(n)
    pen.goto(away * math.cos(angle), away * math.sin(angle))
    pen.dot(6 + n / 20, "orange")

for n in range(1, seeds):
    place(n)

print("seeds placed:", seeds)
pen.hideturtle()`,
  },
  primes: {
    project: 'numbers',
    name: 'primes.py',
    others: ['sieve.py', 'test_primes.py'],
    output: ['$ python primes.py', '2 3 5 7 11 13 17 19 23 29', '10 primes below 30'],
    text: `def is_prime(n):
    """True when only 1 and n divide n."""
    if n < 2:
        return False
    for d in range(2, int(n ** 0.5) + 1):
        if n % d == 0:
            return False
    return True

limit = 30
found = [n for n in range(limit) if is_prime(n)]

print(*found)
print(len(found), "primes below", limit)

# twins: two primes that are neighbours
twins = [(p, p + 2) for p in found if is_prime(p + 2)]
for a, b in twins:
    print(a, "and", b)`,
  },
  game: {
    project: 'catch-the-star',
    name: 'game.js',
    others: ['index.html', 'style.css', 'star.svg'],
    output: ['> dev server on port 5173', 'page reloaded', 'score: 12'],
    text: `const star = document.querySelector('.star');
const scoreBoard = document.querySelector('.score');
let score = 0;

function jump() {
  const x = Math.random() * 90;
  const y = Math.random() * 80;
  star.style.left = x + '%';
  star.style.top = y + '%';
}

star.addEventListener('click', () => {
  score = score + 1;
  scoreBoard.textContent = 'Score: ' + score;
  jump();
});

// every second the star runs away
setInterval(jump, 1000 - score * 10);`,
  },
} as const satisfies Record<string, CodeFile>;
export type CodeFileName = keyof typeof CODE_FILES;
