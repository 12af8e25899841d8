/** Invented people, named as in a class register. */
import { createRandom } from '#domain/samples/random.ts';

const GIVEN =
  'Aaliyah Adam Aisha Alejandro Amara Amelia Anika Arjun Astrid Ayesha Beatriz Ben Callum Camila Chidi Chloe Daiki Daniela David Dilan Dina Elif Elias Emeka Emma Erik Esther Fatima Felix Freya George Giulia Grace Habiba Hana Haruto Hassan Ibrahim Ines Isla Jamal Jasmine Joao Jonas Joseph Kaia Karim Katarzyna Kwame Lars Layla Leo Lina Lucia Luka Maeve Malik Mateo Maya Mei Mila Mohammed Nadia Nia Nikhil Noah Olga Oliver Omar Oscar Parisa Pedro Priya Rania Rohan Rosa Ruby Samuel Sanjay Sara Sienna Sofia Soren Tariq Thandiwe Theo Tomasz Uma Viktor Wei Yara Yusuf Zainab Zara Zoe'.split(
    ' ',
  );
const FAMILY =
  'Abara Adeyemi Ahmed Ali Andersson Baker Bauer Begum Bianchi Brown Campbell Carter Castro Chen Clarke Costa Das Davies Diallo Dubois Edwards Eriksen Evans Farah Fernandez Fischer Garcia Ghosh Green Gupta Haddad Hansen Hassan Hoang Hughes Hussain Ivanova Jackson Jensen Johansson Jones Kamara Kaya Khan Kim Kowalska Kumar Larsen Lee Lewis Lopez Mahmoud Martin Mensah Mitchell Mbeki Moreau Morris Murphy Nakamura Ndiaye Nguyen Novak Nowak Okafor Oliveira Osei Park Patel Pereira Petrov Popescu Quinn Rahman Reid Ricci Roberts Rossi Russo Santos Sato Schmidt Shah Silva Singh Smith Suzuki Tanaka Taylor Thomas Tran Turner Usman Vargas Walker Weber Williams Wilson Wright Yamamoto Yilmaz Young Zhang'.split(
    ' ',
  );

export type PersonName = { given: string; family: string; full: string };

/** `count` different names, always the same ones for a seed. About a million are possible. */
export function drawNames(count: number, seed: number): PersonName[] {
  const random = createRandom(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    for (let attempt = 0; ; attempt++) {
      const given = random.pick(GIVEN);
      const family = random.pick(FAMILY);
      // A school of ten thousand runs out of pairs, so add a second given name.
      const full = attempt < 20 ? `${given} ${family}` : `${given} ${random.pick(GIVEN)} ${family}`;
      if (taken.has(full)) continue;
      taken.add(full);
      return { given, family, full };
    }
  });
}

/** `Katarzyna Nowak` → `katarzyna.nowak` */
export const mailbox = ({ full }: PersonName): string => full.toLowerCase().replaceAll(' ', '.');
