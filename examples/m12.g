# The Mathieu group M12, sharply 5-transitive on 12 points: 95,040 elements, maximum depth 11. A generator or its inverse is one move.
#
# a and b generate the Mathieu group M11 on 11 points. If the points are called 0 to 10 and infinity, a is i -> i + 1 and c is
# i -> -1/i, both modulo 11. Source of the order: J. H. Conway and N. J. A. Sloane, Sphere Packings, Lattices and Groups, chapter 11.
a := (1,2,3,4,5,6,7,8,9,10,11);
b := (3,7,11,8)(4,10,5,6);
c := (1,12)(2,11)(3,6)(4,8)(5,9)(7,10);

M12 := Group(a, b, c);
